#pragma once

#include "ui/session/recovery_store.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace headlight {

/// Offers documents that were not saved when a program ended unexpectedly. None is given up unless
/// the user says so twice; whatever else ends the dialog keeps them.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecoveryDialog(std::vector<std::unique_ptr<RecoveryFile>> files,
                            QWidget* parent = nullptr);

    /// The file that is to be opened; null when none is.
    std::unique_ptr<RecoveryFile> takeChosen();

private:
    void addRow(const RecoveryFile& file);
    void chooseFirstReadable();
    void updateButtons();
    void discard();

    std::vector<std::unique_ptr<RecoveryFile>> m_files; // in the order of the rows
    QListWidget* m_list;
    QPushButton* m_open;
    QPushButton* m_discard;
};

} // namespace headlight
