#include "app/lessons.h"

#include "core/io/document_json.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"

#include <QDir>
#include <QFile>

namespace headlight {

Result<Lesson> loadLesson(const QString& name)
{
    initResources();
    QFile file(QStringLiteral(":/lessons/%1.md").arg(name));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT(found);
    return readLesson(found ? file.readAll().toStdString() : std::string());
}

QList<LessonInfo> lessonList()
{
    static const QList<LessonInfo> list = [] {
        initResources();
        QList<LessonInfo> infos;
        const QDir folder(QStringLiteral(":/lessons"));
        for (const QString& file : folder.entryList(QDir::Files, QDir::Name)) {
            const QString name = file.chopped(int(qstrlen(".md")));
            const Result<Lesson> lesson = loadLesson(name);
            Q_ASSERT(lesson);
            infos += {name,
                      QStringLiteral("%1 %2").arg(name.section(u'-', 0, 0),
                                                  QString::fromStdString(lesson->title)),
                      QString::fromStdString(lesson->summary), lesson->minutes};
        }
        return infos;
    }();
    return list;
}

Result<Ok> saveExercise(const QString& path, const Document& document, const ExerciseWish& wish,
                        const HeadPlace& place)
{
    LessonStep step;
    step.title = wish.title.toStdString();
    step.body = wish.text.toStdString();
    step.open = openThis;
    step.place = place;
    step.show = LessonView::Chain;
    step.tolerance = wish.tolerance;
    for (const CellRef& cell : wish.cells) {
        const Result<CellName> name = nameOf(cell, document, place);
        if (!name)
            return name.error();
        step.exercise.push_back(*name);
    }
    Lesson lesson;
    lesson.title = step.title;
    lesson.steps = {std::move(step)};
    lesson.document = writeDocument(document);
    return writeFileSafely(path, QByteArray::fromStdString(writeLesson(lesson)));
}

} // namespace headlight
