#include "core/io/safetensors_header.h"

#include "core/io/json_writer.h"
#include "core/io/tensor_view.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>

namespace headlight {
namespace {

constexpr std::string_view metadataName = "__metadata__";

/// Follows the events of the JSON parser; the first surprise ends the reading.
class HeaderBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    std::vector<SafetensorsEntry> entries;
    std::string problem;

    bool null() override { return refuse("holds null"); }
    bool boolean(bool) override { return refuse("holds true or false"); }
    bool number_integer(number_integer_t) override { return refuse("holds a negative number"); }
    bool number_float(number_float_t, const string_t&) override
    {
        return refuse("holds a number that is not whole, or above 2^64");
    }
    bool number_unsigned(number_unsigned_t value) override;
    bool string(string_t& value) override;
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override;
    bool key(string_t& name) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override
    {
        m_list = nullptr;
        return true;
    }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::json::exception&) override
    {
        return refuse("is no valid JSON at its byte " + std::to_string(position));
    }

private:
    enum class Place { Outside, Header, Tensor, Metadata, Behind };

    bool refuse(const std::string& what)
    {
        if (problem.empty())
            problem = "The header of the .safetensors file " + what
                + (m_place == Place::Tensor ? " (in “" + shortened(entries.back().name) + "”)" : "")
                + ".";
        return false;
    }

    /// The first field that the entry lacks, or null.
    const char* missingField() const
    {
        for (const char* field : {"dtype", "shape", "data_offsets"}) {
            if (!m_fields.contains(field))
                return field;
        }
        return nullptr;
    }

    Place m_place = Place::Outside;
    bool m_nextIsMetadata = false;
    std::string m_field;
    std::set<std::string> m_names; // of tensors
    std::set<std::string> m_fields; // of the innermost object
    std::vector<std::uint64_t>* m_list = nullptr;
};

bool HeaderBuilder::number_unsigned(number_unsigned_t value)
{
    if (m_list == nullptr)
        return refuse("holds a number outside of “shape” and “data_offsets”");
    if (m_list->size() == mostAxes)
        return refuse("holds a list of more than " + std::to_string(mostAxes) + " numbers");
    m_list->push_back(value);
    return true;
}

bool HeaderBuilder::string(string_t& value)
{
    if (m_place == Place::Metadata)
        return true;
    if (m_place != Place::Tensor || m_field != "dtype" || m_list != nullptr)
        return refuse("holds text that is neither a “dtype” nor metadata");
    entries.back().type = std::move(value);
    return true;
}

bool HeaderBuilder::start_object(std::size_t)
{
    if (m_list != nullptr)
        return refuse("holds an object in a list");
    if (m_place == Place::Outside) {
        m_place = Place::Header;
        return true;
    }
    if (m_place != Place::Header)
        return refuse("is nested too deeply");
    m_place = m_nextIsMetadata ? Place::Metadata : Place::Tensor;
    m_fields.clear();
    return true;
}

bool HeaderBuilder::key(string_t& name)
{
    std::set<std::string>& known = m_place == Place::Header ? m_names : m_fields;
    if (!known.insert(name).second)
        return refuse("has two fields named “" + shortened(name) + "”");
    if (m_place == Place::Header) {
        m_nextIsMetadata = name == metadataName;
        if (!m_nextIsMetadata)
            entries.push_back({std::move(name), {}, {}, {}});
        return true;
    }
    const bool isKnown = name == "dtype" || name == "shape" || name == "data_offsets";
    if (m_place == Place::Tensor && !isKnown)
        return refuse("has the unknown field “" + shortened(name) + "”");
    m_field = std::move(name);
    return true;
}

bool HeaderBuilder::end_object()
{
    if (const char* missing = missingField(); m_place == Place::Tensor && missing != nullptr)
        return refuse("lacks the field “" + std::string(missing) + "”");
    m_place = m_place == Place::Header ? Place::Behind : Place::Header;
    return true;
}

bool HeaderBuilder::start_array(std::size_t)
{
    if (m_place != Place::Tensor || m_list != nullptr || m_field == "dtype")
        return refuse("holds a list outside of “shape” and “data_offsets”");
    m_list = m_field == "shape" ? &entries.back().shape : &entries.back().offsets;
    return true;
}

} // namespace

Result<std::vector<SafetensorsEntry>> parseSafetensorsHeader(std::string_view text)
{
    HeaderBuilder builder;
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
        return Error{builder.problem};
    return std::move(builder.entries);
}

} // namespace headlight
