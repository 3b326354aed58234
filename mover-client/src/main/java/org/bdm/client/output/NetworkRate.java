package org.bdm.client.output;

import java.util.Locale;

/** Rates of links for people: in decimal units, as networks count them. */
public final class NetworkRate {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

    private NetworkRate() {}

    /** For example {@code 200.0 MB/s = 1.6 Gbit/s}. */
    public static String text(long bytesPerSecond) {
        return scaled((double) bytesPerSecond, "B/s") + " = " + inBits(bytesPerSecond);
    }

    /** A limit about as it was typed, and in bits: {@code 1.0 MiB/s = 8.4 Mbit/s}, {@code 100.0 kB/s = 800.0 kbit/s}. */
    public static String limit(long bytesPerSecond) {
        boolean isBinary = bytesPerSecond > 0 && bytesPerSecond % 1024 == 0 && bytesPerSecond % 1000 != 0;
        return isBinary ? ByteSize.rate(bytesPerSecond) + " = " + inBits(bytesPerSecond) : text(bytesPerSecond);
    }

    /** For example {@code 1.6 Gbit/s}. */
    public static String inBits(long bytesPerSecond) {
        return scaled(8.0 * bytesPerSecond, "bit/s");
    }

    private static String scaled(double amount, String unit) {
        double value = amount;
        int prefix = 0;
        while (value >= 999.95 && prefix < PREFIXES.length - 1) {
            value /= 1000;
            prefix++;
        }
        return String.format(Locale.ROOT, prefix == 0 ? "%.0f %s%s" : "%.1f %s%s", value, PREFIXES[prefix], unit);
    }
}
