package org.bdm.server.reference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.netcdf.Attribute;

/** Attributes as JSON has them: one value as itself, several as a list, floats as the double that equals them. Pure. */
final class JsonValues {
    private JsonValues() {}

    static Map<String, Object> attributes(List<Attribute> attributes) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Attribute attribute : attributes) values.put(attribute.name(), value(attribute));
        return values;
    }

    private static Object value(Attribute attribute) {
        List<Object> values =
                attribute.values().stream().map(JsonValues::number).toList();
        return values.size() == 1 ? values.get(0) : values;
    }

    static Object number(Object value) {
        return value instanceof Float single ? (Object) (double) single : value;
    }

    /** A fill value: what JSON numbers cannot say is a text in Zarr. */
    static Object fill(Object value) {
        Object number = number(value);
        if (!(number instanceof Double wide) || Double.isFinite(wide)) return number;
        return wide.isNaN() ? "NaN" : wide > 0 ? "Infinity" : "-Infinity";
    }
}
