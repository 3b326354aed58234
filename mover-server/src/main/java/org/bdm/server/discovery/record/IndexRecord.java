package org.bdm.server.discovery.record;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One flat record of an index. Solr writes one value as a value or as a list of one, depending on the schema of the node; here
 * everything is a list of texts.
 *
 * @param fields values by name, without empty ones
 */
public record IndexRecord(Map<String, List<String>> fields) {
    private static final int NUMBER_LENGTH_MAX = 40;

    /** Copies the map. */
    public IndexRecord {
        fields = Map.copyOf(fields);
    }

    List<String> texts(String name) {
        return fields.getOrDefault(name, List.of());
    }

    /** The first value. */
    public Optional<String> text(String name) {
        return texts(name).stream().findFirst();
    }

    /** A whole number of zero or more, however it is written. */
    OptionalLong number(String name) {
        Optional<String> text = text(name);
        return text.isPresent() ? numberOf(text.get()) : OptionalLong.empty();
    }

    Optional<Boolean> flag(String name) {
        return text(name).flatMap(IndexRecord::flagOf);
    }

    Optional<Instant> instant(String name) {
        return text(name).flatMap(IndexRecord::instantOf);
    }

    /** {@code true}, {@code "True"}, {@code 1}; empty for what is none. */
    public static Optional<Boolean> flagOf(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> Optional.of(true);
            case "false", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** As {@link #number(String)}; empty for what is none. */
    public static OptionalLong numberOf(String text) {
        if (text.length() > NUMBER_LENGTH_MAX) return OptionalLong.empty();
        try {
            long value = new BigDecimal(text.strip()).longValueExact();
            return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
        } catch (ArithmeticException | NumberFormatException e) {
            return OptionalLong.empty(); // not a whole number: the index says nothing that could be used
        }
    }

    /** ISO 8601 with or without fraction, {@code T} and zone; UTC where none is said. */
    public static Optional<Instant> instantOf(String text) {
        String iso = text.strip().replace(' ', 'T');
        try {
            if (iso.length() == 10) {
                return Optional.of(LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC));
            }
            boolean hasZone = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
            return Optional.of(
                    hasZone
                            ? OffsetDateTime.parse(iso).toInstant()
                            : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty(); // a date that is none
        }
    }
}
