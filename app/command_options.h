#pragma once

#include "app/command_line.h"
#include "core/document/snapshot.h"
#include "core/support/result.h"

#include <QCommandLineParser>

namespace headlight {

/// The options of one command. Others that the program knows are refused there.
class Options {
public:
    /// `known`: the long names of the options this command has a use for.
    explicit Options(const QStringList& known);

    /// Empty, or what is wrong.
    QString parse(const QStringList& arguments);

    bool has(const char* name) const;
    QString value(const char* name, const QString& otherwise = {}) const;
    QStringList files() const { return m_parser.positionalArguments(); }

    /// A number, or nothing and a complaint.
    std::optional<int> number(const char* name, int otherwise, QString& complaint) const;
    std::optional<double> real(const char* name, double otherwise, QString& complaint) const;

private:
    QStringList m_known;
    QCommandLineParser m_parser;
};

CommandResult failed(const Error& error);
CommandResult misused(const QString& complaint);

/// Complains about more or less than one of FILE, --example and --sentence.
QString checkSource(const Options& options, bool sentenceAllowed);

/// The document or recording that the options name, computed.
Result<SnapshotPtr> computeSource(const Options& options);

} // namespace headlight
