package org.bdm.core.id;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Set;

/**
 * A number of bytes per second, and the only place that writes one for people: what is measured in bits, as lines are bought; a limit in
 * the unit in which it is typed. Amounts of files are no rates: they are in bytes.
 */
public record ByteRate(double bytesPerSecond) {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};
    private static final MathContext THREE_DIGITS = new MathContext(3);
    private static final int DIGITS_TYPED_MAX = 6; // a number of more digits is one of bytes
    private static final int DIGITS_MAX = 4; // more are not read in the other unit
    private static final Set<String> ROUND = Set.of("1", "2", "5");

    /** A number in a unit of so many bytes per second. */
    private record Scaled(BigDecimal number, String unit, BigDecimal bytesOfUnit) {
        String text() {
            return number.stripTrailingZeros().toPlainString() + " " + unit;
        }

        int digits() {
            return number.stripTrailingZeros().precision();
        }

        /** True for what is said most often: 1, 2, 5 and their tenfold, before 4 and 8. */
        boolean isRound() {
            return ROUND.contains(
                    number.stripTrailingZeros().unscaledValue().abs().toString());
        }
    }

    /** A measured rate in bits: {@code 9.4 Gbit/s}, {@code 800.0 kbit/s}, {@code 12 bit/s}. */
    public String text() {
        double value = 8 * bytesPerSecond;
        int prefix = 0;
        while (value >= 999.95 && prefix < PREFIXES.length - 1) {
            value /= 1000;
            prefix++;
        }
        return String.format(Locale.ROOT, prefix == 0 ? "%.0f %sbit/s" : "%.1f %sbit/s", value, PREFIXES[prefix]);
    }

    /** As {@link #text()}. */
    public static String text(long bytesPerSecond) {
        return text((double) bytesPerSecond);
    }

    /** As {@link #text()}. */
    public static String text(double bytesPerSecond) {
        return new ByteRate(bytesPerSecond).text();
    }

    /**
     * A limit as it is typed, and in the other unit: {@code 100 kB/s = 800 kbit/s}, {@code 2 Gbit/s = 250 MB/s}. Typed again it is the same
     * limit. The other is rounded where it has many digits: {@code 100 MiB/s, about 839 Mbit/s}.
     */
    public static String limit(long bytesPerSecond) {
        Scaled typed = typed(bytesPerSecond);
        boolean isBits = typed.unit().endsWith("bit/s");
        Scaled other = scaled(
                bytesPerSecond, isBits ? BigDecimal.ONE : new BigDecimal("0.125"), PREFIXES, isBits ? "B/s" : "bit/s");
        if (other.digits() <= DIGITS_MAX) return typed.text() + " = " + other.text();
        BigDecimal rounded = other.number().round(THREE_DIGITS);
        return typed.text() + ", about " + new Scaled(rounded, other.unit(), other.bytesOfUnit()).text();
    }

    /** A limit as it is typed, without the other unit: {@code 2 Gbit/s}. */
    public static String typedLimit(long bytesPerSecond) {
        return typed(bytesPerSecond).text();
    }

    /** A part of a limit, in the unit of the limit: {@code 33.3 kB/s} of {@code 100 kB/s}. */
    public static String part(long bytesPerSecond, long ofLimit) {
        Scaled whole = typed(ofLimit);
        BigDecimal number = new BigDecimal(bytesPerSecond)
                .divide(whole.bytesOfUnit(), MathContext.DECIMAL64)
                .round(THREE_DIGITS);
        return new Scaled(number, whole.unit(), whole.bytesOfUnit()).text();
    }

    private static Scaled typed(long bytes) {
        Scaled inBytes = scaled(bytes, BigDecimal.ONE, PREFIXES, "B/s");
        Scaled best = better(inBytes, scaled(bytes, BigDecimal.ONE, BINARY, "B/s"));
        best = better(best, scaled(bytes, new BigDecimal("0.125"), PREFIXES, "bit/s"));
        return best.digits() > DIGITS_TYPED_MAX && bytes >= 1000
                ? new Scaled(new BigDecimal(bytes), "B/s", BigDecimal.ONE)
                : best;
    }

    private static Scaled better(Scaled one, Scaled other) {
        if (other.digits() > one.digits()) return one;
        if (other.digits() < one.digits()) return other;
        return other.isRound() && !one.isRound() ? other : one;
    }

    /** Exact, with the largest prefix that leaves 1 before the point. */
    private static Scaled scaled(long bytes, BigDecimal bytesOfOne, String[] prefixes, String unit) {
        BigDecimal step = new BigDecimal(prefixes[1].length() == 1 ? 1000 : 1024);
        BigDecimal of = bytesOfOne;
        int prefix = 0;
        while (prefix < prefixes.length - 1 && new BigDecimal(bytes).compareTo(of.multiply(step)) >= 0) {
            of = of.multiply(step);
            prefix++;
        }
        return new Scaled(new BigDecimal(bytes).divide(of, MathContext.UNLIMITED), prefixes[prefix] + unit, of);
    }
}
