#include "app/main_window.h"
#include "ui/views/head_figure.h"
#include "ui/views/head_scale.h"
#include "ui/views/leave_out_dialog.h"
#include "ui/views/model_bar.h"
#include "ui/views/pipeline_view.h"
#include "ui/views/range_dialog.h"
#include "ui/views/token_texts.h"

#include <QSettings>

// How heatmaps are shown: colours, their range, and the tokens that are left out.

namespace headlight {
namespace {

const QString mapKey = QStringLiteral("colorMap");
const QString rangeKey = QStringLiteral("colorRange");
const QString lowKey = QStringLiteral("colorLow");
const QString highKey = QStringLiteral("colorHigh");
const QString bendKey = QStringLiteral("colorBend");
const QString symmetricKey = QStringLiteral("colorSymmetric");

/// A number of an enumeration that ends with `last`; what a damaged file says counts for nothing.
template <class Enum>
Enum readEnum(const QSettings& settings, const QString& key, Enum last, Enum otherwise)
{
    bool good = false;
    const int number = settings.value(key).toInt(&good);
    return good && number >= 0 && number <= int(last) ? Enum(number) : otherwise;
}

} // namespace

void MainWindow::showLook(const Look& look)
{
    m_look = look;
    if (isRecording())
        m_look.stage = Stage::Pattern; // it has no other
    m_modelBar->setLook(m_look);
    m_attention->setLook(m_look);
    m_chain->setLook(m_look);
    updateMenus();
}

void MainWindow::askForHandRange()
{
    RangeDialog dialog(m_look.low, m_look.high, shownHistogram(), m_look.map, this);
    Look look = m_look;
    if (dialog.exec() == QDialog::Accepted) {
        look.range = ColorRange::ByHand;
        look.low = dialog.low();
        look.high = dialog.high();
    }
    showLook(look); // also takes back what the box says when nothing was chosen
}

/// Of the heatmaps that are shown.
Histogram MainWindow::shownHistogram() const
{
    constexpr int bins = 64;
    std::vector<std::shared_ptr<const Matrix>> matrices;
    if (m_snapshot && !m_snapshot->document->tokens.empty()) {
        for (const Panel& panel : shownFigure().panels)
            matrices.push_back(panel.values);
    }
    return histogramOf(matrices, bins);
}

void MainWindow::askForLeftOut()
{
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There are no tokens yet: type a sentence first."));
    const Document& document = *m_snapshot->document;
    LeaveOutDialog dialog(tokenTexts(keyTokens(document)), hasOwnKeys(document), m_look, this);
    if (dialog.exec() == QDialog::Accepted)
        showLook(dialog.look());
}

void MainWindow::rememberLook() const
{
    QSettings settings;
    settings.setValue(mapKey, colorMapName(m_look.map));
    settings.setValue(rangeKey, int(m_look.range));
    settings.setValue(lowKey, m_look.low);
    settings.setValue(highKey, m_look.high);
    settings.setValue(bendKey, int(m_look.bend));
    settings.setValue(symmetricKey, m_look.symmetric);
}

void MainWindow::restoreLook()
{
    const QSettings settings;
    Look look = m_look;
    look.map = colorMapFromName(settings.value(mapKey).toString()).value_or(look.map);
    look.range = readEnum(settings, rangeKey, ColorRange::ByHand, look.range);
    look.bend = readEnum(settings, bendKey, ColorBend::Logarithmic, look.bend);
    look.symmetric = settings.value(symmetricKey, look.symmetric).toBool();
    const double low = settings.value(lowKey, look.low).toDouble();
    const double high = settings.value(highKey, look.high).toDouble();
    if (rangeComplaint(low, high).isEmpty()) {
        look.low = low;
        look.high = high;
    }
    showLook(look);
}

} // namespace headlight
