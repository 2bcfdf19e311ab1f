#pragma once

#include "core/report/report.h"
#include "ui/figure/figure.h"

class QPrinter;

namespace headlight {

/// Prints a report, laid out for the paper of the printer: the pages it was told to print.
void printReport(QPrinter& printer, const Report& report);

/// Prints a figure as large as a page of the printer allows, in the middle.
void printFigure(QPrinter& printer, const Figure& figure);

} // namespace headlight
