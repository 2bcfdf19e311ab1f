#pragma once

#include "ui/session/session.h"

namespace headlight {

/// Knows the document that taking back every step of a session leads to.
class History {
public:
    explicit History(Session& session);

    const Document& first() const { return m_newest; }

private:
    void documentChanged();
    void indexChanged(int index);

    Session& m_session;
    QObject m_context; // of the connections
    Document m_newest; // of the documents without a history
    Document m_before; // the one before it
    bool m_mayBeStep = false; // m_newest may be the first step, which is not on the stack yet
};

} // namespace headlight
