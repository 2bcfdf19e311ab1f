#include "ui/style/icons.h"

#include "ui/style/resources.h"
#include "ui/style/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace headlight {
namespace {

/// Draws an SVG whose strokes say "currentColor", as on the web.
class SvgIconEngine : public QIconEngine {
public:
    explicit SvgIconEngine(QByteArray svg)
        : m_svg(std::move(svg))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const Theme& theme = currentTheme();
        const QColor color = mode == QIcon::Disabled ? theme.disabled : theme.text;
        QByteArray svg = m_svg;
        svg.replace("currentColor", color.name().toLatin1());
        QRect square({}, QSize(1, 1) * qMin(rect.width(), rect.height()));
        square.moveCenter(rect.center());
        QSvgRenderer(svg).render(painter, square);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) // a button in a window with no room for it
            return {};
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new SvgIconEngine(m_svg); }

private:
    QByteArray m_svg;
};

} // namespace

QIcon themedIcon(const QString& name)
{
    initResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "themedIcon", qPrintable(name));
    return found ? QIcon(new SvgIconEngine(file.readAll())) : QIcon();
}

} // namespace headlight
