#include "ui/views/model_bar.h"

#include "ui/session/number_text.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace headlight {
namespace {

constexpr int symmetricItem = int(colorBends.size()); // behind the bends

QPixmap swatch(ColorMap map)
{
    QImage image(256, 1, QImage::Format_RGB32);
    for (int x = 0; x < 256; ++x)
        image.setPixel(x, 0, colorTable(map)[std::size_t(x)]);
    return QPixmap::fromImage(image.scaled(48, 12));
}

void fillNumbers(QComboBox* box, const QString& pattern, int count)
{
    if (box->count() == count)
        return;
    const QSignalBlocker quiet(box);
    const int current = box->currentIndex();
    box->clear();
    for (int i = 1; i <= count; ++i)
        box->addItem(pattern.arg(i).arg(count));
    box->setCurrentIndex(qBound(0, current, count - 1));
}

/// Wide enough for every item; the size hint of a styled combo box forgets its padding.
void fitItems(QComboBox* box)
{
    int widest = 0;
    for (int i = 0; i < box->count(); ++i)
        widest = std::max(widest, box->fontMetrics().horizontalAdvance(box->itemText(i)));
    const int icon = box->itemIcon(0).isNull() ? 0 : box->iconSize().width() + 6;
    box->setFixedWidth(widest + icon + 46);
}

} // namespace

ModelBar::ModelBar(QWidget* parent)
    : QToolBar(tr("Model"), parent)
    , m_layer(addChoice(QStringLiteral("layer"), tr("Layer that is shown")))
    , m_head(addChoice(QStringLiteral("head"), tr("Head that is shown and edited")))
    , m_mask(addChoice(QStringLiteral("mask"), tr("Which keys a query may see")))
    , m_scale(addChoice(QStringLiteral("scale"),
                        tr("What the scores are multiplied by before the softmax")))
    , m_positions(addChoice(QStringLiteral("positions"),
                            tr("What is added to the embeddings for the order of the words")))
    , m_map(addChoice(QStringLiteral("colorMap"), tr("Colour map")))
    , m_bend(addChoice(QStringLiteral("colorBend"), tr("How the colours follow the values")))
    , m_range(addChoice(QStringLiteral("colorRange"), tr("What the colours span")))
{
    setObjectName(QStringLiteral("modelBar"));
    setMovable(false);
    setIconSize({18, 18});
    m_mask->addItems({tr("no mask"), tr("causal mask")});
    m_scale->addItems({tr("scale 1/√d_k"), tr("no scale"), tr("scale by…")});
    m_positions->addItems({tr("no positions"), tr("sinusoidal"), tr("position table")});
    for (const ColorMap map : colorMaps)
        m_map->addItem(QIcon(swatch(map)), colorMapLabel(map));
    m_map->setIconSize({32, 12});
    for (const ColorBend bend : colorBends)
        m_bend->addItem(colorBendLabel(bend));
    m_bend->addItem(tr("symmetric"));
    m_range->addItems({QStringLiteral("0…1"), tr("per head"), tr("per row"), tr("per layer"),
                       tr("all shown"), tr("by hand…")});

    const auto place
        = [this] { emit placeChosen(m_layer->currentIndex(), m_head->currentIndex()); };
    connect(m_layer, &QComboBox::currentIndexChanged, this, place);
    connect(m_head, &QComboBox::currentIndexChanged, this, place);
    connect(m_mask, &QComboBox::activated, this, [this](int index) {
        Config config = m_config;
        config.mask = Mask(index);
        emit configWanted(config);
    });
    connect(m_scale, &QComboBox::activated, this, [this](int index) {
        if (ScaleKind(index) == ScaleKind::Custom)
            return emit customScaleWanted();
        Config config = m_config;
        config.scaleKind = ScaleKind(index);
        emit configWanted(config);
    });
    connect(m_positions, &QComboBox::activated, this, [this](int index) {
        Config config = m_config;
        config.positions = Positions(index);
        emit configWanted(config);
    });
    for (QComboBox* box : {m_map, m_bend})
        connect(box, &QComboBox::activated, this, &ModelBar::chooseLook);
    connect(m_range, &QComboBox::activated, this, [this](int index) {
        if (ColorRange(index) == ColorRange::ByHand)
            return emit handRangeWanted();
        chooseLook();
    });
}

void ModelBar::chooseLook()
{
    m_look.map = colorMaps[std::size_t(m_map->currentIndex())];
    m_look.symmetric = m_bend->currentIndex() == symmetricItem;
    m_look.bend
        = m_look.symmetric ? ColorBend::Linear : colorBends[std::size_t(m_bend->currentIndex())];
    m_look.range = ColorRange(m_range->currentIndex());
    emit lookChosen(m_look);
}

QComboBox* ModelBar::addChoice(const QString& name, const QString& tip)
{
    if (name == QLatin1String("mask") || name == QLatin1String("colorMap"))
        addSeparator();
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(tip);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addWidget(box);
    return box;
}

void ModelBar::setConfig(const Config& config)
{
    m_config = config;
    fillNumbers(m_layer, tr("Layer %1 of %2"), config.layers);
    fillNumbers(m_head, tr("Head %1 of %2"), config.heads);
    m_mask->setCurrentIndex(int(config.mask));
    m_scale->setItemText(int(ScaleKind::Custom),
                         config.scaleKind == ScaleKind::Custom
                             ? tr("scale %1").arg(shortNumber(config.customScale))
                             : tr("scale by…"));
    m_scale->setCurrentIndex(int(config.scaleKind));
    m_positions->setCurrentIndex(int(config.positions));
    for (QComboBox* box : {m_layer, m_head, m_mask, m_scale, m_positions, m_map, m_bend, m_range})
        fitItems(box);
}

void ModelBar::setChoicesShown(bool shown)
{
    QAction* separator = nullptr;
    for (QAction* action : actions()) {
        const QWidget* box = widgetForAction(action);
        if (box == m_mask || box == m_scale || box == m_positions)
            action->setVisible(shown);
        if (box == m_mask && separator)
            separator->setVisible(shown);
        if (action->isSeparator())
            separator = action;
    }
}

void ModelBar::setPlace(int layer, int head)
{
    const QSignalBlocker quietLayer(m_layer);
    const QSignalBlocker quietHead(m_head);
    m_layer->setCurrentIndex(layer);
    m_head->setCurrentIndex(head);
}

void ModelBar::setLook(const Look& look)
{
    m_look = look;
    m_map->setCurrentIndex(
        int(std::find(colorMaps.begin(), colorMaps.end(), look.map) - colorMaps.begin()));
    m_bend->setCurrentIndex(look.symmetric ? symmetricItem : int(look.bend));
    m_range->setCurrentIndex(int(look.range));
}

} // namespace headlight
