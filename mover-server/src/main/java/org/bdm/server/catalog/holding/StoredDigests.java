package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.DigestColumns;
import org.jspecify.annotations.Nullable;

/**
 * The digests of a holding as one text in its row: with rows of their own, each digest of a small file cost more to write than its holding.
 *
 * <pre>
 *   digests = digest *( " " digest )       by algorithm, then by origin; at most one of each; no text for none
 *   digest  = algorithm ":" origin ":" known-ms ":" hex [ ":" requests ":" requests-ms ]
 * </pre>
 *
 * Algorithms and origins are their codes in decimal, known-ms is the milliseconds since 1970 of {@link HoldingDigest#knownAt}.
 */
public final class StoredDigests {
    private static final Comparator<HoldingDigest> ORDER = Comparator.<HoldingDigest>comparingInt(
                    known -> known.digest().algorithm().code())
            .thenComparingInt(known -> known.origin().code());

    private StoredDigests() {}

    /** Returns the text of these digests, at most one of each algorithm and origin; null for none. */
    public static @Nullable String text(List<HoldingDigest> digests) {
        if (digests.isEmpty()) return null;
        StringBuilder text = new StringBuilder(96 * digests.size());
        HoldingDigest before = null;
        for (HoldingDigest known : ordered(digests)) {
            if (before != null) {
                if (ORDER.compare(before, known) == 0)
                    throw new IllegalArgumentException("two digests of one algorithm and origin: " + digests);
                text.append(' ');
            }
            append(text, known);
            before = known;
        }
        return text.toString();
    }

    private static List<HoldingDigest> ordered(List<HoldingDigest> digests) {
        return digests.size() == 1 ? digests : digests.stream().sorted(ORDER).toList();
    }

    private static void append(StringBuilder text, HoldingDigest known) {
        text.append(known.digest().algorithm().code()).append(':');
        text.append(known.origin().code()).append(':');
        text.append(known.knownAt().toEpochMilli()).append(':');
        text.append(known.digest().hex());
        Origin.Asked asked = known.asked();
        if (asked != null) text.append(':').append(asked.requests()).append(':').append(asked.millis());
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws org.bdm.core.fault.MoverException UNSUPPORTED if only a newer version knows an algorithm
     */
    static List<HoldingDigest> read(@Nullable String text) {
        if (text == null || text.isEmpty()) return List.of();
        List<HoldingDigest> digests = new ArrayList<>(2);
        for (int from = 0; from < text.length(); ) {
            int end = endOf(text, ' ', from, text.length());
            digests.add(digest(text, from, end));
            from = end + 1;
        }
        return digests;
    }

    private static HoldingDigest digest(String text, int from, int end) {
        int algorithmEnd = endOf(text, ':', from, end);
        int originEnd = endOf(text, ':', algorithmEnd + 1, end);
        int knownEnd = endOf(text, ':', originEnd + 1, end);
        int hexEnd = endOf(text, ':', knownEnd + 1, end);
        return new HoldingDigest(
                new Checksum(
                        DigestColumns.algorithm(Integer.parseInt(text, from, algorithmEnd, 10)),
                        HexFormat.of().parseHex(text, knownEnd + 1, hexEnd)),
                DigestOrigin.ofCode(Integer.parseInt(text, algorithmEnd + 1, originEnd, 10)),
                Instant.ofEpochMilli(Long.parseLong(text, originEnd + 1, knownEnd, 10)),
                hexEnd == end ? null : asked(text, hexEnd + 1, end));
    }

    private static Origin.Asked asked(String text, int from, int end) {
        int requestsEnd = endOf(text, ':', from, end);
        return new Origin.Asked(
                Integer.parseInt(text, from, requestsEnd, 10), Long.parseLong(text, requestsEnd + 1, end, 10));
    }

    /** The end of the field that begins at {@code from}. */
    private static int endOf(String text, char separator, int from, int end) {
        int at = text.indexOf(separator, from);
        return at < 0 || at > end ? end : at;
    }
}
