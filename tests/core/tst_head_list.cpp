#include "core/model/head_list.h"

#include <QTest>

using namespace headlight;

using Places = std::vector<HeadPlace>;

class TestHeadList : public QObject {
    Q_OBJECT

private slots:
    void listsNameHeads_data();
    void listsNameHeads();
    void whatNamesNoHeadIsRefused_data();
    void whatNamesNoHeadIsRefused();
};

/// A model of two layers of eight heads; the second layer is looked at.
void TestHeadList::listsNameHeads_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<Places>("places");
    QTest::newRow("one") << QByteArray("3") << Places{{1, 2}};
    QTest::newRow("a range") << QByteArray("1-3") << Places{{1, 0}, {1, 1}, {1, 2}};
    QTest::newRow("blanks") << QByteArray(" 1 - 2 ,8 ") << Places{{1, 0}, {1, 1}, {1, 7}};
    QTest::newRow("in its order") << QByteArray("5,2") << Places{{1, 4}, {1, 1}};
    QTest::newRow("each once") << QByteArray("1-2,2-3") << Places{{1, 0}, {1, 1}, {1, 2}};
    QTest::newRow("another layer") << QByteArray("1:7-8, 2") << Places{{0, 6}, {0, 7}, {1, 1}};
}

void TestHeadList::listsNameHeads()
{
    QFETCH(QByteArray, list);
    QFETCH(Places, places);
    const Result<Places> read = readHeadList(list.toStdString(), 1, 2, 8);
    QVERIFY(read);
    QVERIFY(*read == places);
}

void TestHeadList::whatNamesNoHeadIsRefused_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("names no heads");
    QTest::newRow("a gap") << QByteArray("1,,2") << QByteArray("names no heads");
    QTest::newRow("letters") << QByteArray("1, x") << QByteArray("“x”");
    QTest::newRow("half a range") << QByteArray("2-") << QByteArray("“2-”");
    QTest::newRow("a fraction") << QByteArray("1.5") << QByteArray("“1.5”");
    QTest::newRow("too high") << QByteArray("7-9") << QByteArray("no head 9; there are 1 to 8");
    QTest::newRow("counted from 1") << QByteArray("0") << QByteArray("no head 0");
    QTest::newRow("no such layer") << QByteArray("3:1") << QByteArray("no layer 3");
    QTest::newRow("backwards") << QByteArray("4-2") << QByteArray("backwards");
    QTest::newRow("huge") << QByteArray("99999999999") << QByteArray("names no heads");
}

void TestHeadList::whatNamesNoHeadIsRefused()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, says);
    const Result<Places> read = readHeadList(list.toStdString(), 1, 2, 8);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find(says.toStdString()) != std::string::npos,
             read.error().message.c_str());
}

QTEST_APPLESS_MAIN(TestHeadList)
#include "tst_head_list.moc"
