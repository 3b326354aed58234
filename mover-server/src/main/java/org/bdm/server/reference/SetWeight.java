package org.bdm.server.reference;

import java.util.Collection;
import java.util.Map;

/** Estimates the memory that a set takes. Pure. */
final class SetWeight {
    private static final long CHUNK_BYTES = 128;
    private static final long OBJECT_BYTES = 48;

    private SetWeight() {}

    /** Returns the bytes of chunks, values, attributes and files, roughly. */
    static long of(ReferenceSet set) {
        long weight = set.chunks() * CHUNK_BYTES;
        for (SetFile file : set.files()) weight += of(file.name()) + of(file.address()) + OBJECT_BYTES;
        for (ReferencedGroup group : set.groups()) weight += of(group.attributes());
        for (ReferencedArray array : set.arrays()) weight += of(array);
        return weight + of(set.notes());
    }

    private static long of(ReferencedArray array) {
        byte[] values = array.values();
        long weight = of(array.attributes()) + (values == null ? 0 : values.length);
        for (Reference reference : array.chunks().values()) {
            if (reference instanceof Reference.Inline inline && inline.bytes() != values)
                weight += inline.bytes().length;
        }
        return weight;
    }

    private static long of(Object value) {
        long weight = OBJECT_BYTES;
        if (value instanceof String text) weight += text.length();
        if (value instanceof Collection<?> values) for (Object each : values) weight += of(each);
        if (value instanceof Map<?, ?> entries) weight += of(entries.keySet()) + of(entries.values());
        return weight;
    }
}
