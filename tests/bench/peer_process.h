#pragma once

#include <QProcess>

namespace headlight {

/// Another program that does the same work. It takes turns with ours, for which it answers lines;
/// tests/bench/peers/attention_peer.py says which.
class PeerProcess {
public:
    PeerProcess(const QString& program, const QStringList& arguments);
    ~PeerProcess();

    /// Begins to prepare a case: "128 768 12 1 f32". Peers prepare side by side.
    void prepare(const QByteArray& sizes);
    /// Waits until it is prepared; false when the peer is missing or cannot do it.
    bool isReady();
    /// Seconds of the shortest pass within so many seconds; 0 when it is not ready.
    double go(double seconds);

private:
    QByteArray readLine();

    QProcess m_process;
    bool m_prepares = false;
    bool m_ready = false;
};

} // namespace headlight
