#include "app/command_line.h"
#include "app/command_table.h"
#include "app/command_texts.h"
#include "app/completion.h"
#include "tests/support/quiet.h"

#include <QProcess>
#include <QStandardPaths>

using namespace headlight;

namespace {

const QStringList shells = {QStringLiteral("bash"), QStringLiteral("zsh"), QStringLiteral("fish")};

struct Run {
    int code = -1;
    QString output;
    QString complaint;
};

Run run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(60000))
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

bool isInstalled(const QString& program)
{
    return !QStandardPaths::findExecutable(program).isEmpty();
}

bool write(const QString& path, const QString& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
}

/// What bash offers for the last of these words, sorted.
QStringList offered(const QStringList& words, const QString& folder)
{
    const QString script = folder + QStringLiteral("/headlight.bash");
    if (!write(script, *completionScript(QStringLiteral("bash"))))
        return {};
    const QString program = QStringLiteral(
        "cd \"$1\" && . ./headlight.bash && shift && COMP_WORDS=(headlight \"$@\") && "
        "COMP_CWORD=$# && _headlight && printf '%s\\n' \"${COMPREPLY[@]}\"");
    QStringList lines
        = run(QStringLiteral("bash"),
              QStringList{QStringLiteral("-c"), program, QStringLiteral("bash"), folder} + words)
              .output.split(u'\n', Qt::SkipEmptyParts);
    lines.sort();
    return lines;
}

} // namespace

class TestCommandTexts : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void everyOptionIsEverywhere_data();
    void everyOptionIsEverywhere();
    void everyCommandIsEverywhere();
    void everyOptionBelongsToACommand();
    void theProgramPrintsThem();
    void theManualPageHasNoMistakes();
    void scriptsHaveNoMistakes_data();
    void scriptsHaveNoMistakes();
    void bashCompletes_data();
    void bashCompletes();
};

void TestCommandTexts::everyOptionIsEverywhere_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("option");
    for (const CommandEntry& command : commandTable()) {
        for (const QString& option : command.options)
            QTest::addRow("%s --%s", qPrintable(command.name), qPrintable(option))
                << command.name << option;
    }
}

void TestCommandTexts::everyOptionIsEverywhere()
{
    QFETCH(QString, command);
    QFETCH(QString, option);
    const QString word = QStringLiteral("--") + option;
    QVERIFY(helpText().contains(word));
    QVERIFY(manualPage().contains(QString(word).replace(u'-', QLatin1String("\\-"))));
    QVERIFY(completionScript(QStringLiteral("zsh"))->contains(u'\'' + word + u'['));
    QVERIFY(completionScript(QStringLiteral("fish"))->contains(QStringLiteral("-l ") + option));
    const QTemporaryDir folder;
    const QStringList before = command.isEmpty() ? QStringList() : QStringList{command};
    QVERIFY(offered(before + QStringList{word}, folder.path()).contains(word));
}

void TestCommandTexts::everyCommandIsEverywhere()
{
    for (const char* name : {"export", "report", "compute", "convert"}) {
        const QString command = QLatin1String(name);
        QCOMPARE(commandNamed(command).name, command);
        QVERIFY(isCommand({command}));
        QVERIFY(helpText().contains(QStringLiteral("headlight ") + command));
        QVERIFY(manualPage().contains(QStringLiteral("headlight ") + command));
        for (const QString& shell : shells)
            QVERIFY(completionScript(shell)->contains(command));
    }
    QVERIFY(!isCommand({QStringLiteral("a.headlight")}));
    QVERIFY(!completionScript(QStringLiteral("tcsh")));
}

void TestCommandTexts::everyOptionBelongsToACommand()
{
    for (const OptionEntry& option : optionTable()) {
        const auto& commands = commandTable();
        QVERIFY2(std::any_of(commands.begin(), commands.end(),
                             [&](const CommandEntry& command) {
                                 return command.options.contains(option.name);
                             }),
                 qPrintable(option.name));
        QVERIFY(!option.text.isEmpty() && !option.text.endsWith(u'.'));
    }
}

void TestCommandTexts::theProgramPrintsThem()
{
    const QString program = QStringLiteral(HEADLIGHT_PROGRAM);
    QCOMPARE(run(program, {QStringLiteral("--help")}).output, helpText());
    QVERIFY(
        run(program, {QStringLiteral("--man")}).output.startsWith(QLatin1String(".TH HEADLIGHT")));
    for (const QString& shell : shells)
        QCOMPARE(run(program, {QStringLiteral("--completion"), shell}).output,
                 *completionScript(shell));
    const Run other = run(program, {QStringLiteral("--completion=tcsh")});
    QCOMPARE(other.code, 2);
    QVERIFY(other.complaint.contains(QLatin1String("tcsh")));
}

void TestCommandTexts::theManualPageHasNoMistakes()
{
    if (!isInstalled(QStringLiteral("groff")))
        QSKIP("groff is not installed.");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("headlight.1"));
    QVERIFY(write(path, manualPage()));
    const Run result = run(QStringLiteral("groff"),
                           {QStringLiteral("-man"), QStringLiteral("-ww"), QStringLiteral("-Kutf8"),
                            QStringLiteral("-Tutf8"), QStringLiteral("-P-cbou"), path});
    QCOMPARE(result.code, 0);
    QCOMPARE(result.complaint, QString());
    const QString text = result.output.simplified();
    for (const char* part :
         {"NAME headlight - edit", "headlight report FILE|--example NAME -o REPORT",
          "--dpi N resolution of a .png (default: 300, for screens 144).", "EXIT STATUS"})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
}

void TestCommandTexts::scriptsHaveNoMistakes_data()
{
    QTest::addColumn<QString>("shell");
    for (const QString& shell : shells)
        QTest::newRow(qPrintable(shell)) << shell;
}

void TestCommandTexts::scriptsHaveNoMistakes()
{
    QFETCH(QString, shell);
    if (!isInstalled(shell))
        QSKIP("This shell is not installed.");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("script"));
    QVERIFY(write(path, *completionScript(shell)));
    const Run result = run(shell, {QStringLiteral("-n"), path});
    QCOMPARE(result.complaint, QString());
    QCOMPARE(result.code, 0);
}

void TestCommandTexts::bashCompletes_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("offers");
    const auto row = [](const char* name, const QStringList& words, const char* offers) {
        QTest::newRow(name) << words << QString::fromLatin1(offers).split(u' ', Qt::SkipEmptyParts);
    };
    const auto split = [](const char* words) { return QString::fromLatin1(words).split(u' '); };
    row("a command", split("co"), "compute convert");
    row("an option", split("export --al"), "--all-heads");
    row("an option of another command", split("convert --al"), "");
    row("a choice", split("export --scale s"), "sqrt symmetric");
    row("paper", split("report --paper "), "a4 letter");
    row("an example", split("report --example b"), "birds-eat-seeds");
    row("a shell", split("--completion "), "bash fish zsh");
    row("free text", split("export --title "), "");
    row("a document", split("export "), "a.headlight b.NPZ folder");
    row("a file for the window", split("a"), "a.headlight");
    row("a matrix", split("convert x"), "x.csv");
    row("any file to write", split("export -o a"), "a.headlight a.txt");
    row("a folder", split("export --out "), "folder");
}

void TestCommandTexts::bashCompletes()
{
    QFETCH(QStringList, words);
    const QTemporaryDir folder;
    for (const char* name : {"a.headlight", "a.txt", "b.NPZ", "x.csv"})
        QVERIFY(write(folder.filePath(QLatin1String(name)), QStringLiteral("x")));
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("folder")));
    QTEST(offered(words, folder.path()), "offers");
}

HEADLIGHT_TEST_MAIN(TestCommandTexts)
#include "tst_command_texts.moc"
