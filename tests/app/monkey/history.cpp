#include "tests/app/monkey/history.h"

namespace headlight {

History::History(Session& session)
    : m_session(session)
    , m_newest(session.document())
    , m_before(m_newest)
{
    QObject::connect(&session, &Session::documentChanged, &m_context,
                     [this] { documentChanged(); });
    QObject::connect(session.undoStack(), &QUndoStack::indexChanged, &m_context,
                     [this](int index) { indexChanged(index); });
}

void History::documentChanged()
{
    if (m_session.undoStack()->count() > 0)
        return;
    m_before = m_newest;
    m_newest = m_session.document();
    m_mayBeStep = true;
}

/// A stack makes its first step before it counts it.
void History::indexChanged(int index)
{
    if (m_mayBeStep && index == 1)
        m_newest = m_before;
    m_mayBeStep = false;
}

} // namespace headlight
