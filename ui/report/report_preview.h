#pragma once

#include "ui/report/report_pages.h"

#include <QImage>
#include <QWidget>

#include <memory>

class QLabel;
class QToolButton;

namespace headlight {

/// The pages of a report, one at a time, as they come out on paper.
class ReportPreview : public QWidget {
    Q_OBJECT

public:
    explicit ReportPreview(QWidget* parent = nullptr);

    void setReport(const Report& report, const QPageSize& paper);
    /// Says why there is nothing to see.
    void setComplaint(const QString& complaint);

    int page() const { return m_page; }
    int pageCount() const { return m_pages ? m_pages->count() : 0; }
    void showPage(int page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QToolButton* makeArrow(const char* name, const QString& label, const char* icon, int by);
    QRect room() const;
    void draw();

    std::unique_ptr<ReportPages> m_pages; // none: see m_complaint
    QString m_complaint;
    int m_page = 0;
    QImage m_picture; // null when it has to be drawn
    QToolButton* m_previous;
    QToolButton* m_next;
    QLabel* m_number;
};

} // namespace headlight
