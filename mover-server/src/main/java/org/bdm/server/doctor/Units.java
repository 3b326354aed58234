package org.bdm.server.doctor;

import java.util.Locale;
import org.bdm.core.id.ByteRate;

/** Amounts as people read them. */
final class Units {
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Units() {}

    /** Bytes, such as {@code 6 MiB} or {@code 1.5 TiB}. */
    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < BINARY.length - 1) {
            value /= 1024;
            unit++;
        }
        return number(value) + " " + BINARY[unit];
    }

    /** A rate, such as {@code 10.0 Gbit/s}. */
    static String bitRate(long bitsPerSecond) {
        return ByteRate.text(bitsPerSecond / 8.0);
    }

    /** A number with thousands separated. */
    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A share of a whole, such as {@code 12 %}; the whole is not zero. */
    static String share(long part, long whole) {
        return number(100.0 * part / whole) + " %";
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
