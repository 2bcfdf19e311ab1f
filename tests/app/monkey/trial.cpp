#include "tests/app/monkey/trial.h"

#include "tests/app/monkey/shrink.h"
#include "ui/session/safe_file.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

namespace headlight {
namespace {

void write(const QString& path, const Sequence& sequence)
{
    const Result<Ok> written = writeFileSafely(path, QByteArray::fromStdString(toText(sequence)));
    if (!written)
        qFatal("%s", written.error().message.c_str());
}

void readOutput(const QByteArray& output, Trial& trial)
{
    for (const QByteArray& line : output.split('\n')) {
        if (line.startsWith("FAILED "))
            trial.reason = QString::fromLocal8Bit(line.mid(7));
        else if (line.startsWith("HEAP "))
            trial.heapSizes.push_back(line.mid(5).toULongLong());
        else if (!line.isEmpty())
            trial.done = line.toULongLong() + 1;
    }
}

/// The place where a failing sequence is kept, beside what else the tests leave to be looked at.
QString keep(const Sequence& sequence)
{
    const QDir folder(QStringLiteral(HEADLIGHT_SCREENSHOTS));
    folder.mkpath(QStringLiteral("."));
    const QString path
        = folder.filePath(QStringLiteral("monkey-%1.txt")
                              .arg(qHash(QByteArray::fromStdString(toText(sequence))), 0, 16));
    write(path, sequence);
    return path;
}

} // namespace

Trial tryOut(const Sequence& sequence, const QStringList& wrapper)
{
    const QTemporaryDir folder; // also for what a crash leaves
    const QString file = folder.filePath(QStringLiteral("sequence.txt"));
    write(file, sequence);
    QStringList command = wrapper + QStringList{QStringLiteral(HEADLIGHT_MONKEY_SUBJECT), file};
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), folder.path());
    program.setProcessEnvironment(environment);
    program.setProgram(command.takeFirst());
    program.setArguments(command);
    program.start(QIODevice::ReadOnly);
    program.waitForFinished(-1);

    Trial trial;
    readOutput(program.readAllStandardOutput(), trial);
    trial.failed = program.exitStatus() != QProcess::NormalExit || program.exitCode() != 0;
    if (trial.failed && trial.reason.isEmpty())
        trial.reason = QStringLiteral("it ended with %1 (%2). %3")
                           .arg(program.exitCode())
                           .arg(program.errorString(),
                                QString::fromLocal8Bit(program.readAllStandardError().right(2000)));
    return trial;
}

Finding shrink(const Sequence& failing, const Trial& trial, int seconds)
{
    QElapsedTimer time;
    time.start();
    const auto mayGoOn = [&] { return time.elapsed() < seconds * qint64(1000); };
    Finding finding{trial.reason, failing, {}};
    finding.sequence.resize(std::min(failing.size(), trial.done));
    const auto fails = [&](const Sequence& sequence) {
        const Trial again = tryOut(sequence);
        if (again.failed)
            finding.reason = again.reason;
        return again.failed;
    };
    finding.sequence = shrunk(finding.sequence, fails, mayGoOn);
    finding.file = keep(finding.sequence);
    return finding;
}

QString Finding::text() const
{
    return QStringLiteral("%1\nafter these actions:\n%2To see it again: %3 %4")
        .arg(reason, QString::fromStdString(toText(sequence)),
             QStringLiteral(HEADLIGHT_MONKEY_SUBJECT), file);
}

} // namespace headlight
