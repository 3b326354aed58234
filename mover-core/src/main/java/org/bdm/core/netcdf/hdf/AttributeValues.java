package org.bdm.core.netcdf.hdf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureBudget;
import org.bdm.core.netcdf.StructureFault;
import org.jspecify.annotations.Nullable;

/** Reads the values of attributes as netCDF shows them. One thread. */
final class AttributeValues {
    private final GlobalHeap heap;
    private final StructureBudget budget;

    AttributeValues(GlobalHeap heap, StructureBudget budget) {
        this.heap = heap;
        this.budget = budget;
    }

    /** The attribute; null if its type cannot be shown, as references. */
    @Nullable Attribute read(RawAttribute raw) {
        ElementType type = raw.type().element();
        if (type.kind() == ElementType.Kind.OTHER) return null;
        boolean isAnyText = type.isText() || type.kind() == ElementType.Kind.CHARACTER;
        long count = raw.space().elements(raw.data().offset());
        if (count == 0) return new Attribute(raw.name(), isAnyText ? List.of("") : List.of());
        FieldCursor data = raw.data().rest();
        if (count > data.remaining()) throw StructureFault.malformed(data.offset(), "an attribute lacks values");
        if (type.kind() == ElementType.Kind.CHARACTER) {
            return new Attribute(raw.name(), List.of(trimmed(data.bytes(count))));
        }
        budget.values(count);
        List<Object> values = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            values.add(type.isText() ? text(type, data) : type.number(data.bytes(type.bytes()), 0));
        }
        return new Attribute(raw.name(), values);
    }

    private String text(ElementType type, FieldCursor data) {
        if (type.kind() == ElementType.Kind.FIXED_TEXT) return trimmed(data.bytes(type.bytes()));
        FieldCursor text = heap.follow(data.slice(heap.pointerBytes()), 1);
        budget.bytes(text.remaining());
        return trimmed(text.bytes(text.remaining()));
    }

    /** Up to the first zero. */
    static String trimmed(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) end++;
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
