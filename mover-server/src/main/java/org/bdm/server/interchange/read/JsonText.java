package org.bdm.server.interchange.read;

import java.util.ArrayList;
import java.util.List;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Values of a JSON record whose lists may be scalars and whose scalars may be lists, as records of indexes have them. */
final class JsonText {
    private JsonText() {}

    /** The first value as text; null if there is none. */
    static @Nullable String first(JsonNode record, String name) {
        List<String> all = all(record, name);
        return all.isEmpty() ? null : all.get(0);
    }

    /** All values as text, also of a single one. */
    static List<String> all(JsonNode record, String name) {
        return all(record.path(name));
    }

    /** All values of a list as text, or the one that stands for it. */
    static List<String> all(JsonNode value) {
        List<String> all = new ArrayList<>();
        if (value.isArray()) value.forEach(one -> add(all, one));
        else add(all, value);
        return all;
    }

    private static void add(List<String> all, JsonNode value) {
        if (value.isValueNode() && !value.isNull()) all.add(value.asString(""));
    }

    /** The first value, which has to be there. */
    static String needed(JsonNode record, String name) throws RefusedLine {
        String first = first(record, name);
        if (first == null || first.isEmpty()) throw new RefusedLine("the record has no " + name);
        return first;
    }
}
