#include <new>

#include <surefoot/data/read.hpp>
#include <surefoot/error.hpp>

#include "data/formats.hpp"

namespace surefoot {

ReadResult read_sample(const std::string& path, const ReadOptions& options) {
  try {
    const Source source = read_source(path);
    if (source.bytes.empty()) source.refuse("must hold at least 1 observation, but is empty");
    ReadResult result = source.bytes.starts_with(npy_magic) ? read_npy(source, options)
                                                            : read_text(source, options);
    if (!result.names.empty()) result.observations = result.observations.named(result.names);
    return result;
  } catch (const std::bad_alloc&) {
    throw Error(Fault::data, source_name(path) + ": does not fit in memory");
  }
}

}  // namespace surefoot
