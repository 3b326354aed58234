package org.bdm.server.reference;

import java.util.LinkedHashMap;
import java.util.Map;

/** The metadata of Zarr version 2: {@code .zgroup}, {@code .zarray} and {@code .zattrs} by their keys. Pure. */
final class ZarrMetadata {
    private static final int FORMAT = 2;

    private ZarrMetadata() {}

    static Map<String, Object> of(ReferenceSet set) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        for (ReferencedGroup group : set.groups()) {
            String prefix = group.path().isEmpty() ? "" : group.path() + "/";
            metadata.put(prefix + ".zgroup", Map.of("zarr_format", FORMAT));
            metadata.put(prefix + ".zattrs", group.attributes());
        }
        for (ReferencedArray array : set.arrays()) {
            metadata.put(array.path() + "/.zarray", array(array));
            Map<String, Object> attributes = new LinkedHashMap<>(array.attributes());
            attributes.put("_ARRAY_DIMENSIONS", array.dimensions());
            metadata.put(array.path() + "/.zattrs", attributes);
        }
        return metadata;
    }

    private static Map<String, Object> array(ReferencedArray array) {
        Map<String, Object> zarray = new LinkedHashMap<>();
        zarray.put("zarr_format", FORMAT);
        zarray.put("shape", array.shape());
        zarray.put("chunks", array.chunkShape());
        zarray.put("dtype", array.type().dtype());
        zarray.put("compressor", null);
        zarray.put("filters", array.codecs().isEmpty() ? null : array.codecs());
        zarray.put("fill_value", array.fillValue());
        zarray.put("order", "C");
        return zarray;
    }

    /** The key of a chunk: the place along each axis, and 0 for a scalar. */
    static String key(ReferencedArray array, long index) {
        long[] grid = array.grid();
        if (grid.length == 0) return array.path() + "/0";
        StringBuilder key = new StringBuilder();
        long rest = index;
        for (int i = grid.length - 1; i >= 0; i--) {
            key.insert(0, rest % grid[i]).insert(0, i == 0 ? "/" : ".");
            rest /= grid[i];
        }
        return key.insert(0, array.path()).toString();
    }
}
