package org.bdm.server.interchange.read;

import java.util.ArrayList;
import java.util.List;
import org.bdm.server.interchange.entry.RefusedLine;

/** One line of values between separators; a value between double quotes may hold separators, and quotes twice (RFC 4180). */
final class SeparatedValues {
    private SeparatedValues() {}

    static List<String> of(String line, char separator) throws RefusedLine {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (isQuoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append(c);
                i++;
            } else if (c == '"' && (isQuoted || value.isEmpty())) {
                isQuoted = !isQuoted;
            } else if (c == separator && !isQuoted) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        if (isQuoted) throw new RefusedLine("a quote is not closed");
        values.add(value.toString());
        return values;
    }
}
