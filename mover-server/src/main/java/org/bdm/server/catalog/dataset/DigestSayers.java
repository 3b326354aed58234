package org.bdm.server.catalog.dataset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * The indexes that claim the digests of a copy, by their numbers, as a short text: the column {@code digests_by} of {@code replica_copy}. Those
 * of SHA-256, a slash, those of MD5.
 */
record DigestSayers(List<Long> sha256, List<Long> md5) {
    static final DigestSayers UNKNOWN = new DigestSayers(List.of(), List.of());

    private static final int INDEXES_MAX = 20; // of one digest; the others are left out

    DigestSayers {
        sha256 = List.copyOf(sha256);
        md5 = List.copyOf(md5);
    }

    static DigestSayers read(@Nullable String text) {
        if (text == null) return UNKNOWN;
        int slash = text.indexOf('/');
        return new DigestSayers(numbers(text.substring(0, slash)), numbers(text.substring(slash + 1)));
    }

    private static List<Long> numbers(String text) {
        List<Long> numbers = new ArrayList<>();
        for (String number : text.split(",", -1)) if (!number.isEmpty()) numbers.add(Long.valueOf(number));
        return numbers;
    }

    /** Returns null if none is known. */
    @Nullable String text() {
        return sha256.isEmpty() && md5.isEmpty() ? null : shown(sha256) + "/" + shown(md5);
    }

    private static String shown(List<Long> numbers) {
        return numbers.stream().sorted().limit(INDEXES_MAX).map(String::valueOf).collect(Collectors.joining(","));
    }

    List<Long> of(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case SHA256 -> sha256;
            case MD5 -> md5;
            default -> List.of();
        };
    }

    /** Only those among {@code some}. */
    DigestSayers among(Collection<Long> some) {
        return new DigestSayers(
                sha256.stream().filter(some::contains).toList(),
                md5.stream().filter(some::contains).toList());
    }
}
