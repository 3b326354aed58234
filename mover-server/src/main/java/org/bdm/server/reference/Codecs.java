package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.netcdf.Filter;
import org.jspecify.annotations.Nullable;

/**
 * Filters of HDF5 as codecs of numcodecs, in the same order: both are written first to last, and read last to first.
 *
 * <table>
 * <caption>what is known</caption>
 * <tr><td>1 deflate</td><td>zlib</td></tr>
 * <tr><td>2 shuffle</td><td>shuffle</td></tr>
 * <tr><td>3 fletcher32</td><td>fletcher32</td></tr>
 * <tr><td>307</td><td>bz2</td></tr>
 * <tr><td>32001</td><td>blosc</td></tr>
 * <tr><td>32015</td><td>zstd</td></tr>
 * </table>
 */
final class Codecs {
    private static final List<String> BLOSC_COMPRESSORS = List.of("blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd");

    private Codecs() {}

    /** The first filter that no codec reads; null if there is none. */
    static @Nullable Filter unknown(List<Filter> filters) {
        return filters.stream()
                .filter(filter -> codec(filter) == null)
                .findFirst()
                .orElse(null);
    }

    /** The codecs of known filters. */
    static List<Map<String, Object>> of(List<Filter> filters) {
        List<Map<String, Object>> codecs = new ArrayList<>();
        for (Filter filter : filters) {
            Map<String, Object> codec = codec(filter);
            if (codec == null) throw new IllegalStateException("no codec reads " + filter.words());
            codecs.add(codec);
        }
        return codecs;
    }

    private static @Nullable Map<String, Object> codec(Filter filter) {
        return switch (filter.id()) {
            case Filter.DEFLATE -> codec("zlib", "level", parameter(filter, 0, 6));
            case Filter.SHUFFLE -> codec("shuffle", "elementsize", parameter(filter, 0, 1));
            case Filter.FLETCHER32 -> codec("fletcher32");
            case Filter.BZIP2 -> codec("bz2", "level", parameter(filter, 0, 9));
            case Filter.ZSTD -> codec("zstd", "level", (int) parameter(filter, 0, 3)); // may be negative
            case Filter.BLOSC -> blosc(filter);
            default -> null;
        };
    }

    private static long parameter(Filter filter, int number, long otherwise) {
        return filter.parameters().size() > number ? filter.parameters().get(number) : otherwise;
    }

    /** Parameters: versions of plugin and format, bytes of an element and a chunk, level, shuffle, compressor. */
    private static Map<String, Object> blosc(Filter filter) {
        int compressor = (int) Math.min(BLOSC_COMPRESSORS.size() - 1, parameter(filter, 6, 0));
        Map<String, Object> codec = codec("blosc", "cname", BLOSC_COMPRESSORS.get(compressor));
        codec.put("clevel", parameter(filter, 4, 5));
        codec.put("shuffle", parameter(filter, 5, 1));
        codec.put("blocksize", 0);
        return codec;
    }

    private static Map<String, Object> codec(String id, Object... more) {
        Map<String, Object> codec = new LinkedHashMap<>();
        codec.put("id", id);
        for (int i = 0; i < more.length; i += 2) codec.put((String) more[i], more[i + 1]);
        return codec;
    }
}
