#include "core/support/latest_worker.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <memory>
#include <vector>

using namespace headlight;

class TestLatestWorker : public QObject {
    Q_OBJECT

private slots:
    void doesARequestOnAThreadOfItsOwn();
    void skipsWhatWasOvertaken();
    void doesNotStopTheRunningRequestForANewerOne();
    void destructionStopsAndWaitsForTheRunningRequest();
    void destructionDropsTheWaitingRequest();
    void destructionWithoutAnyRequestReturns();
    void takesRequestsThatCannotBeCopied();
    void alwaysDoesTheNewestOfManyRequests();
};

void TestLatestWorker::doesARequestOnAThreadOfItsOwn()
{
    std::thread::id workedOn;
    std::latch done(1);
    LatestWorker<int> worker([&](int, std::stop_token) {
        workedOn = std::this_thread::get_id();
        done.count_down();
    });
    worker.request(1);
    done.wait();
    QVERIFY(workedOn != std::this_thread::get_id());
}

void TestLatestWorker::skipsWhatWasOvertaken()
{
    std::vector<int> done;
    std::latch started(1);
    std::latch mayFinish(1);
    std::latch last(1);
    LatestWorker<int> worker([&](int request, std::stop_token) {
        if (request == 1) {
            started.count_down();
            mayFinish.wait();
        }
        done.push_back(request);
        if (request == 4)
            last.count_down();
    });
    worker.request(1);
    started.wait();
    for (const int request : {2, 3, 4})
        worker.request(request);
    mayFinish.count_down();
    last.wait();
    QCOMPARE(done, (std::vector<int>{1, 4}));
}

void TestLatestWorker::doesNotStopTheRunningRequestForANewerOne()
{
    std::atomic<bool> stopped = false;
    std::latch started(1);
    std::latch mayFinish(1);
    std::latch last(1);
    LatestWorker<int> worker([&](int request, std::stop_token stop) {
        if (request == 1) {
            started.count_down();
            mayFinish.wait();
            stopped = stop.stop_requested();
        } else {
            last.count_down();
        }
    });
    worker.request(1);
    started.wait();
    worker.request(2);
    mayFinish.count_down();
    last.wait();
    QVERIFY(!stopped);
}

void TestLatestWorker::destructionStopsAndWaitsForTheRunningRequest()
{
    bool finished = false;
    {
        std::latch started(1);
        LatestWorker<int> worker([&](int, std::stop_token stop) {
            started.count_down();
            while (!stop.stop_requested())
                std::this_thread::yield();
            finished = true;
        });
        worker.request(1);
        started.wait();
    }
    QVERIFY(finished);
}

void TestLatestWorker::destructionDropsTheWaitingRequest()
{
    std::vector<int> done;
    {
        std::latch started(1);
        LatestWorker<int> worker([&](int request, std::stop_token stop) {
            started.count_down();
            while (!stop.stop_requested())
                std::this_thread::yield();
            done.push_back(request);
        });
        worker.request(1);
        started.wait();
        worker.request(2);
    }
    QCOMPARE(done, std::vector<int>{1});
}

void TestLatestWorker::destructionWithoutAnyRequestReturns()
{
    for (int i = 0; i < 100; ++i)
        LatestWorker<int> worker([](int, std::stop_token) {});
}

void TestLatestWorker::takesRequestsThatCannotBeCopied()
{
    int seen = 0;
    std::latch done(1);
    LatestWorker<std::unique_ptr<int>> worker([&](std::unique_ptr<int> request, std::stop_token) {
        seen = *request;
        done.count_down();
    });
    worker.request(std::make_unique<int>(7));
    done.wait();
    QCOMPARE(seen, 7);
}

void TestLatestWorker::alwaysDoesTheNewestOfManyRequests()
{
    constexpr int newest = 20000;
    std::vector<int> done;
    std::latch last(1);
    LatestWorker<int> worker([&](int request, std::stop_token) {
        done.push_back(request);
        if (request == newest)
            last.count_down();
    });
    for (int request = 1; request <= newest; ++request)
        worker.request(request);
    last.wait();
    QCOMPARE(done.back(), newest);
    QVERIFY(std::is_sorted(done.begin(), done.end()));
}

QTEST_APPLESS_MAIN(TestLatestWorker)
#include "tst_latest_worker.moc"
