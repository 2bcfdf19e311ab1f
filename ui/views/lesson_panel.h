#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTextBrowser;
class QVBoxLayout;

namespace headlight {

/// A lesson, as the list of lessons shows it.
struct LessonInfo {
    QString name; // of its file, without suffix
    QString title;
    QString summary;
    int minutes = 0;
};

/// One page of a lesson, ready to be read.
struct LessonPage {
    QString lesson;
    QString title;
    QString body; // Markdown
    int number = 0; // of the page, from 0
    int count = 0;
    QStringList questions; // the cells an exercise asks for
    QString problem; // what the lesson expects and does not find; empty: nothing
};

/// What became of an answer.
struct Verdict {
    bool isRight = false;
    QString text;
};

/// Lessons beside the real program: the list of them, and the pages of the one that runs.
class LessonPanel : public QWidget {
    Q_OBJECT

public:
    explicit LessonPanel(const QList<LessonInfo>& lessons, QWidget* parent = nullptr);

    void showList();
    void showPage(const LessonPage& page);
    void showVerdict(int question, const Verdict& verdict);

    /// For the keyboard: the first lesson, or what leads on.
    void setFocusInside();

    QString pageTitle() const;
    QString pageText() const;

signals:
    void lessonChosen(const QString& name);
    void pageWanted(int number);
    void putBackWanted();
    /// The learner typed `text` as the answer to a question of the page.
    void answered(int question, const QString& text);
    void solutionWanted(int question);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Question {
        QLineEdit* line;
        QLabel* verdict;
    };

    QWidget* makeList(const QList<LessonInfo>& lessons);
    QWidget* makeCard(const LessonInfo& lesson);
    QWidget* makePage();
    void makeQuestions(const QStringList& questions);
    void makeQuestion(int number, const QString& text);
    void renderBody();

    QStackedWidget* m_stack;
    QLabel* m_lesson;
    QLabel* m_title;
    QTextBrowser* m_body;
    QWidget* m_questionArea;
    QVBoxLayout* m_questionLayout;
    QList<Question> m_questions;
    QLabel* m_problem;
    QLabel* m_place;
    QPushButton* m_back;
    QPushButton* m_next;
    LessonPage m_page;
};

} // namespace headlight
