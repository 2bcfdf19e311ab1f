#include "ui/views/sentence_bar.h"

#include "ui/views/token_chips.h"
#include "ui/views/token_texts.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QVBoxLayout>

namespace headlight {
namespace {

/// A pause in typing ends an undo step.
constexpr int pauseMilliseconds = 1500;

/// No document takes a longer sentence: 4096 tokens of ordinary words are a tenth of it.
constexpr int longestSentence = 400'000;

bool isCommand(const QKeyEvent& key)
{
    const bool isLetter = key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
    const bool isLines = key.matches(QKeySequence::Copy) || key.matches(QKeySequence::Cut)
        || key.matches(QKeySequence::Paste) || key.matches(QKeySequence::SelectAll);
    return isLetter && (key.modifiers() & Qt::ControlModifier) && !isLines;
}

} // namespace

SentenceBar::SentenceBar(QWidget* parent)
    : QWidget(parent)
    , m_line(new QLineEdit(this))
    , m_chips(new TokenChips(this))
{
    setObjectName(QStringLiteral("sentenceBar"));
    setAccessibleName(tr("Sentence and tokens"));
    m_line->setObjectName(QStringLiteral("sentence"));
    m_line->setAccessibleName(tr("Sentence"));
    m_line->setPlaceholderText(tr("Type a sentence"));
    m_line->setFrame(false);
    m_line->setMaxLength(longestSentence);
    QFont large = m_line->font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    m_line->setFont(large);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addWidget(m_line);
    layout->addWidget(m_chips);

    auto* pause = new QTimer(this);
    pause->setSingleShot(true);
    pause->setInterval(pauseMilliseconds);
    connect(m_line, &QLineEdit::textEdited, this, [this, pause](const QString& text) {
        if (!pause->isActive())
            emit typingBegun();
        pause->start();
        emit sentenceTyped(text);
    });
    connect(m_line, &QLineEdit::editingFinished, pause, &QTimer::stop);
    m_line->installEventFilter(this);
}

/// Ctrl and a letter is a command of the window, also where a line edit under X11 would move the
/// cursor by it (Ctrl+E) or delete (Ctrl+D, Ctrl+K). So is undo: a second history inside the line
/// would take back other things than the menu says. Only the clipboard and selecting are the
/// line's.
bool SentenceBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isCommand(*static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SentenceBar::setDocument(const Document& document)
{
    QString sentence = QString::fromStdString(document.sentence);
    if (keyTokens(document) != document.tokens) // queries and keys of cross-attention
        sentence += QStringLiteral("  →  ") + tokenTexts(keyTokens(document)).join(u' ');
    m_line->setReadOnly(document.recorded.has_value());
    if (m_line->text() != sentence) {
        const int cursor = m_line->cursorPosition();
        m_line->setText(sentence);
        m_line->setCursorPosition(cursor);
    }
    m_chips->setTokens(tokenTexts(document.tokens));
}

} // namespace headlight
