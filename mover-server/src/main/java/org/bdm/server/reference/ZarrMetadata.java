package org.bdm.server.reference;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metadata of Zarr version 2: {@code .zgroup}, {@code .zarray} and {@code .zattrs} by their keys. Pure.
 *
 * <p>Groups and arrays are sorted by path, so that what a group contains follows one another: zarr-python 3 loses all of a group but the last
 * run of its arrays otherwise.
 */
final class ZarrMetadata {
    private static final int FORMAT = 2;

    private ZarrMetadata() {}

    static Map<String, Object> of(ReferenceSet set) {
        Map<String, Map<String, Object>> nodes = new TreeMap<>();
        for (ReferencedGroup group : set.groups()) nodes.put(group.path(), group(group));
        for (ReferencedArray array : set.arrays()) nodes.put(array.path(), arrayNode(array));
        Map<String, Object> metadata = new LinkedHashMap<>();
        nodes.forEach((path, node) ->
                node.forEach((key, value) -> metadata.put(path.isEmpty() ? key : path + "/" + key, value)));
        return metadata;
    }

    private static Map<String, Object> group(ReferencedGroup group) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put(".zgroup", Map.of("zarr_format", FORMAT));
        node.put(".zattrs", group.attributes());
        return node;
    }

    private static Map<String, Object> arrayNode(ReferencedArray array) {
        Map<String, Object> attributes = new LinkedHashMap<>(array.attributes());
        attributes.put("_ARRAY_DIMENSIONS", array.dimensions());
        Map<String, Object> node = new LinkedHashMap<>();
        node.put(".zarray", array(array));
        node.put(".zattrs", attributes);
        return node;
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
