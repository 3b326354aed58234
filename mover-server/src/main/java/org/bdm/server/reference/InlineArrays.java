package org.bdm.server.reference;

import java.util.List;
import java.util.Map;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.values.ChunkFilters;
import org.jspecify.annotations.Nullable;

/** Makes arrays whose values are in the set, as one chunk: compressed where that is shorter. */
final class InlineArrays {
    private static final long LEVEL = 9;
    private static final int COMPRESSED_FROM_BYTES = 64;

    private InlineArrays() {}

    private static List<Filter> filters(int elementBytes) {
        Filter deflate = new Filter(Filter.DEFLATE, "", List.of(LEVEL));
        Filter shuffle = new Filter(Filter.SHUFFLE, "", List.of((long) elementBytes));
        return elementBytes == 1 ? List.of(deflate) : List.of(shuffle, deflate); // times are a third of the bytes then
    }

    /**
     * Of these values.
     *
     * @param values bytes of the type, row-major; of texts as {@link VlenTexts} writes them
     */
    static ReferencedArray of(
            String path,
            ZarrType type,
            List<String> dimensions,
            List<Long> shape,
            @Nullable Object fill,
            Map<String, Object> attributes,
            byte[] values) {
        List<Map<String, Object>> codecs = type.element().isText() ? List.of(Map.of("id", "vlen-utf8")) : List.of();
        byte[] stored = values;
        if (!type.element().isText() && values.length >= COMPRESSED_FROM_BYTES) {
            List<Filter> filters = filters(type.element().bytes());
            byte[] compressed = new ChunkFilters(filters, values.length).apply(values);
            if (compressed.length < values.length) {
                stored = compressed;
                codecs = Codecs.of(filters);
            }
        }
        boolean isEmpty = shape.contains(0L);
        return new ReferencedArray(
                path,
                type,
                dimensions,
                shape,
                shape.stream().map(extent -> Math.max(1, extent)).toList(),
                codecs,
                fill,
                attributes,
                isEmpty ? Map.of() : Map.of(0L, new Reference.Inline(stored)),
                values);
    }
}
