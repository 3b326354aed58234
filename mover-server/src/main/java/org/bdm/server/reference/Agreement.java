package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares arrays of two files, by what decides how their chunks are read. Pure. */
final class Agreement {
    /** Attributes that change what values mean. */
    private static final List<String> MEANING = List.of(
            "scale_factor",
            "add_offset",
            "_FillValue",
            "missing_value",
            "valid_range",
            "_Unsigned",
            "_Encoding",
            "dtype",
            "flag_values",
            "flag_masks",
            "flag_meanings",
            "standard_name",
            "positive",
            "cell_methods");

    private Agreement() {}

    /** Names the difference of a variable without time; null for none. */
    static @Nullable String differenceOfStatics(ReferencedArray one, ReferencedArray other) {
        String difference = difference(one, other);
        if (difference != null) return difference;
        if (!one.shape().equals(other.shape())) return "shape";
        if (!Objects.equals(one.attributes().get("units"), other.attributes().get("units"))) return "unit";
        if (!Objects.equals(one.attributes().get("calendar"), other.attributes().get("calendar"))) return "calendar";
        return one.isInline() && !Arrays.equals(one.values(), other.values()) ? "value" : null;
    }

    /** Names the difference, but for shape and unit; null for none. */
    static @Nullable String difference(ReferencedArray one, ReferencedArray other) {
        if (!one.type().dtype().equals(other.type().dtype())) return "type";
        if (!one.dimensions().equals(other.dimensions())) return "order of dimensions";
        if (one.isInline() != other.isInline()) return "size: it is small in one file alone";
        for (String name : MEANING) {
            if (!Objects.equals(one.attributes().get(name), other.attributes().get(name))) return name;
        }
        if (!Objects.equals(one.fillValue(), other.fillValue())) return "fill value";
        if (one.isInline()) return null;
        if (!one.chunkShape().equals(other.chunkShape())) return "shape of chunks";
        return readers(one.codecs()).equals(readers(other.codecs())) ? null : "list of filters";
    }

    /** Names of attributes that only one has, or that differ; those of time that are converted are left out. */
    static Set<String> otherAttributes(ReferencedArray one, ReferencedArray other) {
        Set<String> names = new TreeSet<>(one.attributes().keySet());
        names.addAll(other.attributes().keySet());
        names.removeAll(List.of("units", "calendar"));
        names.removeIf(name ->
                Objects.equals(one.attributes().get(name), other.attributes().get(name)));
        return names;
    }

    /** Codecs without what only matters to who writes. */
    private static List<List<Object>> readers(List<Map<String, Object>> codecs) {
        List<List<Object>> readers = new ArrayList<>();
        for (Map<String, Object> codec : codecs) {
            Object elementBytes = codec.getOrDefault("elementsize", "");
            readers.add(List.of(Objects.requireNonNull(codec.get("id")), elementBytes));
        }
        return readers;
    }
}
