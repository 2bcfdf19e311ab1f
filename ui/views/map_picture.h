#pragma once

#include "ui/figure/heat_image.h"
#include "ui/views/head_reaches.h"

#include <QRect>

#include <memory>

namespace headlight {

/// What the maps of an overview show.
struct MapContent {
    SnapshotPtr snapshot;
    Look look;
    HeadReaches reaches;
    int number = 0; // counts contents
    int looks = 0; // counts looks
};

/// A coloured map, or the part of it that was asked for. A plain value: any thread may make one.
struct MapPicture {
    std::shared_ptr<const HeadTrace> head; // what it shows; null: nothing yet
    std::shared_ptr<const Matrix> values; // the numbers of it
    HeatScale scale;
    QSize size; // of the whole map, device pixels
    QRect part; // of it
    QImage image;
    int content = 0; // the content it was last compared with
    int look = 0; // the look it was last compared with
};

/// Of one map; all have as many.
double cellsOf(const MapContent& content);

/// Takes what the map shows now. The picture stays if that has the same bits and colours.
void compareWith(const MapContent& content, const HeadPlace& place, MapPicture& picture);

/// The same without reading a number, where the head is known to be the one of before.
void keepSame(const MapContent& content, const HeadPlace& place, MapPicture& picture);

/// How many cells compareWith() reads; making scores that the trace left out counts as reading.
double cellsToCompare(const MapContent& content, const HeadPlace& place, const MapPicture& picture);

/// Colours `part` of the map in `size` device pixels; whether it has to be coloured for that.
bool colour(MapPicture& picture, QSize size, const QRect& part);

/// How many cells colour() reads; making pixels counts, too.
double cellsToColour(const MapContent& content, QSize size, const QRect& part);

} // namespace headlight
