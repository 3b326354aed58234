package org.bdm.server.discovery.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values of facets as people and indexes write them. */
public final class FacetValues {
    private FacetValues() {}

    /**
     * Alternatives in one text, as esg-search takes them apart: at commas, but not inside brackets, so that
     * {@code CESM1(CAM5.1,FV2)} stays one value.
     */
    public static List<String> alternatives(String text) {
        List<String> values = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if ("([{".indexOf(letter) >= 0) depth++;
            if (")]}".indexOf(letter) >= 0) depth = Math.max(0, depth - 1);
            if (letter == ',' && depth == 0) {
                values.add(text.substring(from, i).strip());
                from = i + 1;
            }
        }
        values.add(text.substring(from).strip());
        values.removeIf(String::isEmpty);
        return values;
    }

    /** All alternatives of several texts. */
    public static List<String> alternatives(List<String> texts) {
        return texts.stream().flatMap(text -> alternatives(text).stream()).toList();
    }

    /** True if an asterisk in it stands for other letters. */
    public static boolean hasWildcard(String value) {
        return value.indexOf('*') >= 0;
    }

    /** True if a value is the wanted one, whose asterisks stand for any letters; without regard to case, as indexes differ in it. */
    public static boolean fits(String wanted, String value) {
        if (!hasWildcard(wanted)) return wanted.equalsIgnoreCase(value);
        return matches(wanted.toLowerCase(Locale.ROOT), value.toLowerCase(Locale.ROOT));
    }

    /** Matches asterisks in time proportional to the product of both lengths, whatever they are. */
    private static boolean matches(String wanted, String value) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < value.length()) {
            if (at < wanted.length() && wanted.charAt(at) == '*') {
                star = at++;
                resume = in;
            } else if (at < wanted.length() && wanted.charAt(at) == value.charAt(in)) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < wanted.length() && wanted.charAt(at) == '*') at++;
        return at == wanted.length();
    }
}
