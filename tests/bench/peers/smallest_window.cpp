// The least that a desktop program with a heatmap does before its first picture: a window with a
// menu, a tool bar, a table in a dock and a QCustomPlot. What start_bench measures ours against.

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QTableWidget>
#include <QToolBar>

#include <qcustomplot.h>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QMainWindow window;
    window.menuBar()->addMenu(QStringLiteral("File"))->addAction(QStringLiteral("Open"));
    window.addToolBar(QStringLiteral("Tools"))->addAction(QStringLiteral("Run"));
    auto* dock = new QDockWidget(QStringLiteral("Matrix"));
    dock->setWidget(new QTableWidget(8, 8));
    window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    auto* plot = new QCustomPlot;
    auto* map = new QCPColorMap(plot->xAxis, plot->yAxis);
    map->data()->setSize(16, 16);
    map->data()->setRange({0, 15}, {0, 15});
    map->setInterpolate(false);
    window.setCentralWidget(plot);
    window.resize(1320, 820);
    window.show();
    return QApplication::exec();
}
