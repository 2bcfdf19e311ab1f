#pragma once

#include "ui/views/export_choice.h"

#include <QTabWidget>

namespace headlight {

class ExportCellPage;
class ExportSizePage;
class ExportTextPage;

/// The controls of the export dialog. They begin as they were left the last time.
class ExportForm : public QTabWidget {
    Q_OBJECT

public:
    explicit ExportForm(const HeadRoom& room, QWidget* parent = nullptr);

    void setHeads(ExportedHeads heads);
    ExportChoice choice() const;
    /// Keeps everything but the heads and the title for the next time.
    void remember() const;

signals:
    void changed();

private:
    ExportSizePage* m_size;
    ExportTextPage* m_texts;
    ExportCellPage* m_cells;
};

} // namespace headlight
