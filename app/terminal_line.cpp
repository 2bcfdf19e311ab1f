#include "app/terminal_line.h"

#include <cstdio>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace headlight {
namespace {

bool isTerminal()
{
#ifdef Q_OS_UNIX
    return ::isatty(STDERR_FILENO) != 0;
#else
    return false;
#endif
}

} // namespace

TerminalLine::TerminalLine()
    : m_visible(isTerminal())
{
}

TerminalLine::~TerminalLine()
{
    show({});
}

void TerminalLine::show(const QString& text)
{
    if (!m_visible || text == m_text)
        return;
    m_text = text;
    std::fprintf(stderr, "\r\033[K%s", text.toLocal8Bit().constData());
}

} // namespace headlight
