#pragma once

#include "ui/views/look.h"

#include <QDialog>

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QListWidget;

namespace headlight {

/// Asks which tokens heatmaps shall not show, and what becomes of the rest of their rows.
class LeaveOutDialog : public QDialog {
    Q_OBJECT

public:
    /// `onlyKeys`: the tokens are keys of other queries, which stay.
    LeaveOutDialog(const QStringList& tokens, bool onlyKeys, const Look& look,
                   QWidget* parent = nullptr);

    /// The look as it was given, with what was chosen here.
    Look look() const;

private:
    void addTokens(const QStringList& tokens);
    void setAll(Qt::CheckState state);
    std::vector<int> leftOut() const;
    void react();

    Look m_look;
    QListWidget* m_tokens;
    QCheckBox* m_renormalised;
    QLabel* m_complaint;
    QDialogButtonBox* m_buttons;
};

} // namespace headlight
