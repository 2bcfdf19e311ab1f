#pragma once

#include "core/lab/comparison.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace headlight {

class MatrixView;
class NewestJob;

/// Two sentences of the same tokens side by side: without positions their outputs are the same rows
/// in another order.
class OrderLab : public QWidget {
    Q_OBJECT

public:
    explicit OrderLab(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    /// The layer whose output is compared; the head makes no difference here.
    void setPlace(int layer, int head);

signals:
    void configWanted(const headlight::Config& config);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Facts {
        SnapshotPtr first;
        SnapshotPtr second; // null when it could not be computed
        int layer = 0;
        Result<OrderComparison> comparison = OrderComparison{};
    };

    static Facts factsOf(const SnapshotPtr& snapshot, int layer, const std::string& sentence,
                         const std::stop_token& stop);
    QLayout* makeSides();
    void wantPositions(bool sinusoidal);
    void proposeOrder();
    void refreshIfVisible();
    void refresh();
    void showFacts(const Facts& facts);
    void showTables();
    void showComparison();

    SnapshotPtr m_snapshot;
    int m_layer = 0;
    bool m_stale = false;
    QString m_proposed; // what the lab itself put into the second sentence
    std::optional<Facts> m_facts;
    QCheckBox* m_sinusoidal;
    QLabel* m_place;
    QLineEdit* m_firstSentence;
    QLineEdit* m_secondSentence;
    MatrixView* m_firstTable;
    MatrixView* m_secondTable;
    QLabel* m_verdict;
    QPlainTextEdit* m_pairs;
    NewestJob* m_job;
};

/// The tokens with two of them swapped, joined by blanks: the second with the last, so that "The
/// dog bit the man" becomes "The man bit the dog"; else the first two that differ. Tokens that are
/// all equal stay.
QString swappedOrder(std::vector<std::string> tokens);

} // namespace headlight
