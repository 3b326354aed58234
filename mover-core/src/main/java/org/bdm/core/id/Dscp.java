package org.bdm.core.id;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A differentiated services code point (RFC 2474): the number in the IP header by which networks classify packets.
 *
 * @param codePoint 0 to 63; the upper six bits of the type of service of IPv4 and of the traffic class of IPv6
 */
public record Dscp(int codePoint) {
    /** The class of ordinary packets. */
    public static final Dscp DEFAULT = new Dscp(0);

    /** The accepted names, for messages. */
    public static final String NAMES = "DF, LE, CS0 to CS7, AF11 to AF43, VA, EF";

    private static final int CODE_POINT_MAX = 63;
    private static final Map<String, Integer> BY_NAME = names();

    /** Throws {@link IllegalArgumentException} unless the code point is 0 to 63. */
    public Dscp {
        if (codePoint < 0 || codePoint > CODE_POINT_MAX) {
            throw new IllegalArgumentException("a DSCP is 0 to " + CODE_POINT_MAX + ", not " + codePoint);
        }
    }

    private static Map<String, Integer> names() {
        Map<String, Integer> names = new TreeMap<>();
        names.put("DF", 0); // RFC 2474
        names.put("LE", 1); // RFC 8622
        names.put("VA", 44); // RFC 5865
        names.put("EF", 46); // RFC 3246
        for (int selector = 0; selector < 8; selector++) names.put("CS" + selector, 8 * selector);
        for (int group = 1; group <= 4; group++) {
            for (int drop = 1; drop <= 3; drop++) names.put("AF" + group + drop, 8 * group + 2 * drop); // RFC 2597
        }
        return names;
    }

    /**
     * Parses a name, in any case, or a decimal number.
     *
     * @throws IllegalArgumentException with a sentence that can be shown
     */
    public static Dscp parse(String text) {
        Integer named = BY_NAME.get(text.toUpperCase(Locale.ROOT));
        if (named != null) return new Dscp(named);
        if (text.matches("[0-9]{1,2}") && Integer.parseInt(text) <= CODE_POINT_MAX) {
            return new Dscp(Integer.parseInt(text));
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a DSCP: use a number from 0 to " + CODE_POINT_MAX + " or one of " + NAMES);
    }

    public boolean isDefault() {
        return codePoint == 0;
    }

    /** The byte of the IP header with this code point; its two lower bits, of congestion notification, are 0. */
    public int trafficClass() {
        return codePoint << 2;
    }

    /** The name if it has one, else the number. */
    @Override
    public String toString() {
        for (Map.Entry<String, Integer> name : BY_NAME.entrySet()) {
            boolean isAlias = codePoint == 0 && !name.getKey().equals("DF");
            if (name.getValue() == codePoint && !isAlias) return name.getKey();
        }
        return Integer.toString(codePoint);
    }
}
