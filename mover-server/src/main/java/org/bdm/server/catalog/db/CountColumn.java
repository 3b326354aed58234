package org.bdm.server.catalog.db;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.transfer.FileState;
import org.jspecify.annotations.Nullable;

/** The columns of job_count, in pairs of files and bytes where both are kept. */
public enum CountColumn {
    TOTAL_FILES,
    TOTAL_BYTES,
    WAITING_FILES,
    WAITING_BYTES,
    DONE_FILES,
    DONE_BYTES,
    SKIPPED_FILES,
    SKIPPED_BYTES,
    FAILED_FILES,
    FAILED_BYTES,
    MOVED_BYTES,
    RESENT_BYTES,
    STREAM_FILES,
    READBACK_MEMORY_FILES,
    READBACK_FILES,
    PUBLISHED_FILES,
    REUSED_FILES,
    REUSED_BYTES;

    public String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The column of files in a state, with that of their bytes behind it; null for a state that is not counted. */
    public static @Nullable CountColumn files(FileState state) {
        return switch (state) {
            case WAITING -> WAITING_FILES;
            case DONE -> DONE_FILES;
            case SKIPPED_SAME -> SKIPPED_FILES;
            case FAILED -> FAILED_FILES;
            case PENDING, ACTIVE, VERIFYING, CANCELLED -> null;
        };
    }

    public static CountColumn files(EvidenceLevel level) {
        return switch (level) {
            case STREAM -> STREAM_FILES;
            case READBACK_MEMORY -> READBACK_MEMORY_FILES;
            case READBACK -> READBACK_FILES;
            case PUBLISHED -> PUBLISHED_FILES;
        };
    }

    static String names() {
        return Arrays.stream(values()).map(CountColumn::column).collect(Collectors.joining(", "));
    }

    public static String sums() {
        return Arrays.stream(values())
                .map(column -> "COALESCE(SUM(" + column.column() + "), 0) AS " + column.column())
                .collect(Collectors.joining(", "));
    }

    static String assignments() {
        return Arrays.stream(values())
                .map(column -> column.column() + " = " + column.column() + " + ?")
                .collect(Collectors.joining(", "));
    }

    static String placeholders() {
        return Arrays.stream(values()).map(column -> "?").collect(Collectors.joining(", "));
    }
}
