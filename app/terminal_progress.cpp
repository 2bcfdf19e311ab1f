#include "app/terminal_progress.h"

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

TerminalProgress::TerminalProgress()
    : m_visible(isTerminal())
{
}

TerminalProgress::~TerminalProgress()
{
    show({});
}

void TerminalProgress::show(const QString& text)
{
    if (m_visible)
        std::fprintf(stderr, "\r\033[K%s", text.toLocal8Bit().constData());
}

} // namespace headlight
