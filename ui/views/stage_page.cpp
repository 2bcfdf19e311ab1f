#include "ui/views/stage_page.h"

#include "ui/style/icons.h"
#include "ui/views/matrix_pane.h"

#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {

StagePage::StagePage(QWidget* parent)
    : QWidget(parent)
    , m_pane(new MatrixPane)
{
    setObjectName(QStringLiteral("stagePage"));
    setAccessibleName(tr("One matrix, large"));
    m_pane->setObjectName(QStringLiteral("largePane"));
    auto* back = new QToolButton;
    back->setObjectName(QStringLiteral("closeStage"));
    back->setText(tr("Heatmaps"));
    back->setAccessibleName(tr("Back to the heatmaps"));
    back->setToolTip(tr("Back to the heatmaps (Escape)"));
    back->setIcon(themedIcon(QStringLiteral("back")));
    back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    back->setProperty("tab", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(back, 0, Qt::AlignLeft);
    layout->addWidget(m_pane);
    layout->addStretch(1);
    connect(back, &QToolButton::clicked, this, &StagePage::closeWanted);
}

void StagePage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return emit closeWanted();
    QWidget::keyPressEvent(event);
}

} // namespace headlight
