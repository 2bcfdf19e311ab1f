#include "tests/bench/peer_process.h"

namespace headlight {

PeerProcess::PeerProcess(const QString& program, const QStringList& arguments)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(program, arguments);
}

PeerProcess::~PeerProcess()
{
    m_process.closeWriteChannel();
    m_process.waitForFinished();
}

void PeerProcess::prepare(const QByteArray& sizes)
{
    m_process.write("case " + sizes + '\n');
    m_process.waitForBytesWritten();
    m_prepares = true;
}

bool PeerProcess::isReady()
{
    if (m_prepares)
        m_ready = readLine() == "ready";
    m_prepares = false;
    return m_ready;
}

double PeerProcess::go(double seconds)
{
    if (!isReady())
        return 0;
    m_process.write("go " + QByteArray::number(seconds) + '\n');
    return readLine().toDouble();
}

QByteArray PeerProcess::readLine()
{
    constexpr int patience = 60'000; // milliseconds
    while (!m_process.canReadLine() && m_process.waitForReadyRead(patience)) { }
    return m_process.readLine().trimmed();
}

} // namespace headlight
