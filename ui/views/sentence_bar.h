#pragma once

#include "core/document/document.h"

#include <QWidget>

class QLineEdit;

namespace headlight {

class TokenChips;

/// Where the sentence is typed, and the tokens it is made of.
class SentenceBar : public QWidget {
    Q_OBJECT

public:
    explicit SentenceBar(QWidget* parent = nullptr);

    /// Shows the sentence and its tokens. The text under the cursor is left alone when it already
    /// says so.
    void setDocument(const Document& document);

    TokenChips* chips() const { return m_chips; }
    QLineEdit* line() const { return m_line; }

signals:
    /// The text changed by typing; whole stretches of typing between two moves of the focus belong
    /// together.
    void sentenceTyped(const QString& sentence);
    void typingBegun();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit* m_line;
    TokenChips* m_chips;
};

} // namespace headlight
