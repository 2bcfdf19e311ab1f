#include "core/support/thread_pool.h"

#include <QTest>

#include <set>

using namespace headlight;

class TestThreadPool : public QObject {
    Q_OBJECT

private slots:
    void everyTaskRunsOnce();
    void jobsFollowEachOther();
    void severalThreadsTakePart();
    void onlyTheCallerWorksForOneThread();
};

void TestThreadPool::everyTaskRunsOnce()
{
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        for (const int count : {0, 1, 2, 3, 1000}) {
            std::vector<std::atomic<int>> runs(std::size_t(count) + 1);
            pool.run(count, [&](int i) { ++runs[std::size_t(i)]; });
            for (int i = 0; i < count; ++i)
                QCOMPARE(runs[std::size_t(i)].load(), 1);
            QCOMPARE(runs[std::size_t(count)].load(), 0);
        }
    }
}

void TestThreadPool::jobsFollowEachOther()
{
    ThreadPool pool(4);
    std::vector<int> numbers(64, 0); // every job needs all of the last one
    for (int job = 1; job <= 5000; ++job) {
        std::vector<int> next(numbers.size());
        pool.run(int(numbers.size()),
                 [&](int i) { next[std::size_t(i)] = numbers[std::size_t(63 - i)] + 1; });
        numbers = next;
        QCOMPARE(numbers, std::vector<int>(64, job));
        if (job % 1000 == 0)
            QTest::qSleep(2); // long enough for the threads to sleep
    }
}

void TestThreadPool::severalThreadsTakePart()
{
    ThreadPool pool(2);
    std::atomic<int> inside = 0;
    pool.run(2, [&](int) { // each waits for the other, so neither thread can do both
        ++inside;
        while (inside < 2)
            std::this_thread::yield();
    });
    QCOMPARE(inside.load(), 2);
}

void TestThreadPool::onlyTheCallerWorksForOneThread()
{
    ThreadPool pool(1);
    std::set<std::thread::id> seen;
    pool.run(100, [&](int) { seen.insert(std::this_thread::get_id()); });
    QCOMPARE(seen, std::set<std::thread::id>{std::this_thread::get_id()});
}

QTEST_APPLESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
