#include "app/examples.h"

#include "core/io/document_json.h"

#include <QCoreApplication>
#include <QFile>

namespace headlight {
namespace {

struct ExampleTexts {
    Q_DECLARE_TR_FUNCTIONS(ExampleTexts)
};

const QStringList shippedExamples = {
    QStringLiteral("birds-eat-seeds"),     QStringLiteral("cute-dog"),
    QStringLiteral("apple-pie"),           QStringLiteral("the-dog-bit-the-man"),
    QStringLiteral("the-man-bit-the-dog"), QStringLiteral("river-bank-and-bank-account"),
    QStringLiteral("four-heads"),          QStringLiteral("twelve-layers-of-96-heads"),
};

std::string textOf(const QString& name)
{
    QFile file(QStringLiteral(":/examples/%1.headlight").arg(name));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT(found);
    return found ? file.readAll().toStdString() : std::string();
}

} // namespace

Result<Document> loadExample(const QString& name)
{
    if (!shippedExamples.contains(name))
        return Error{ExampleTexts::tr("There is no example named “%1”. The examples are: %2.")
                         .arg(name, shippedExamples.join(QStringLiteral(", ")))
                         .toStdString()};
    return readDocument(textOf(name));
}

QList<ExampleInfo> exampleList()
{
    static const QList<ExampleInfo> list = [] {
        QList<ExampleInfo> infos;
        for (const QString& name : shippedExamples) {
            const Result<DocumentHeading> heading = readHeading(textOf(name));
            Q_ASSERT(heading);
            infos += {name, QString::fromStdString(heading->title),
                      QString::fromStdString(heading->note)};
        }
        return infos;
    }();
    return list;
}

} // namespace headlight
