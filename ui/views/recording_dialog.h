#pragma once

#include "core/io/recording.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QTreeWidget;

namespace headlight {

/// Asks which attention array of a recording is to be opened, and with the tokens of which prompt
/// where that is not plain.
class RecordingDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecordingDialog(std::vector<RecordedArray> arrays, QWidget* parent = nullptr);

    const std::string& array() const;
    std::optional<std::size_t> prompt() const;

private:
    void fillArrays();
    void showPrompts();
    const RecordedArray& chosen() const;

    std::vector<RecordedArray> m_arrays;
    QTreeWidget* m_list;
    QLabel* m_promptLabel;
    QComboBox* m_prompts;
};

} // namespace headlight
