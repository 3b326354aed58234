package org.bdm.client.output;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes for people: written with binary units, read with any. */
public final class ByteSize {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final Pattern TEXT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]*)(?:/s)?");

    private static final Pattern SMALL_B = Pattern.compile("((?:[KkMmGgTt][iI]?)?)(?:b|[bB]ps)");

    /** A letter alone is binary, as people write it; {@code bit} counts bits, which are decimal. */
    private static final Map<String, Double> FACTORS = Map.ofEntries(
            Map.entry("", 1d),
            Map.entry("b", 1d), // only as B: a small b is refused before
            Map.entry("bit", 0.125d),
            Map.entry("k", 0x1p10),
            Map.entry("m", 0x1p20),
            Map.entry("g", 0x1p30),
            Map.entry("t", 0x1p40),
            Map.entry("kib", 0x1p10),
            Map.entry("mib", 0x1p20),
            Map.entry("gib", 0x1p30),
            Map.entry("tib", 0x1p40),
            Map.entry("kb", 1e3),
            Map.entry("mb", 1e6),
            Map.entry("gb", 1e9),
            Map.entry("tb", 1e12),
            Map.entry("kbit", 125d),
            Map.entry("mbit", 125e3),
            Map.entry("gbit", 125e6),
            Map.entry("tbit", 125e9));

    private ByteSize() {}

    /** For example {@code 512 B}, {@code 1.5 GiB}. */
    public static String text(long bytes) {
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= 1023.95 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    /** Refuses a small b: networks count bits with it, and many people write bytes so. */
    private static void refuseSmallB(String text, String number, String unit) {
        Matcher ambiguous = SMALL_B.matcher(unit);
        if (!ambiguous.matches()) return;
        String prefix = ambiguous.group(1);
        if (prefix.equals("K")) prefix = "k";
        String bits = number + prefix.replaceFirst("[iI]$", "") + "bit";
        String bytes = number + prefix + "B";
        boolean isRate = text.strip().endsWith("/s") || unit.endsWith("ps");
        throw new IllegalArgumentException("'" + text + "' may mean bits or bytes; write " + bits + (isRate ? "/s" : "")
                + " or " + bytes + (isRate ? "/s" : ""));
    }

    /**
     * Reads {@code 100M}, {@code 1.5GiB}, {@code 200MB/s}, {@code 10Gbit/s} or a number of bytes.
     *
     * @throws IllegalArgumentException for anything else, with a sentence that can be shown
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (matcher.matches()) refuseSmallB(text, matcher.group(1), matcher.group(2));
        Double factor = matcher.matches() ? FACTORS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        if (factor == null)
            throw new IllegalArgumentException("'" + text + "' is not a size or rate; write 100M, 1.5GiB or 10Gbit/s");
        double bytes = Double.parseDouble(matcher.group(1)) * factor;
        if (bytes >= Long.MAX_VALUE) throw new IllegalArgumentException("'" + text + "' is too large");
        return Math.round(bytes);
    }
}
