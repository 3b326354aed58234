package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Linux' errors become ours, differently for reading and for writing, and say what failed where. */
class ErrnoTest {
    @ParameterizedTest
    @CsvSource({
        "1, SOURCE_UNREADABLE, PERMISSION, SYNC_FAILED",
        "2, SOURCE_NOT_FOUND, WRITE_ERROR, SYNC_FAILED",
        "5, SOURCE_READ_ERROR, WRITE_ERROR, SYNC_FAILED",
        "13, SOURCE_UNREADABLE, PERMISSION, SYNC_FAILED",
        "17, SOURCE_READ_ERROR, DESTINATION_EXISTS, SYNC_FAILED",
        "18, PATH_BLOCKED, UNSUPPORTED, SYNC_FAILED",
        "20, NOT_A_DIRECTORY, PATH_BLOCKED, SYNC_FAILED",
        "28, SOURCE_READ_ERROR, NO_SPACE, NO_SPACE",
        "30, SOURCE_READ_ERROR, READ_ONLY, READ_ONLY",
        "36, NAME_TOO_LONG, NAME_TOO_LONG, SYNC_FAILED",
        "40, PATH_BLOCKED, PATH_BLOCKED, SYNC_FAILED",
        "116, EXPORT_MISSING, EXPORT_MISSING, EXPORT_MISSING",
        "122, SOURCE_READ_ERROR, QUOTA_EXCEEDED, QUOTA_EXCEEDED",
        "999, SOURCE_READ_ERROR, WRITE_ERROR, SYNC_FAILED",
    })
    void mapsReadingWritingAndSyncing(int number, ErrorCode reading, ErrorCode writing, ErrorCode syncing) {
        assertThat(Errno.reading(-number, "call", "x").code()).isEqualTo(reading);
        assertThat(Errno.writing(-number, "call", "x").code()).isEqualTo(writing);
        assertThat(Errno.syncing(-number, "x").code()).isEqualTo(syncing);
    }

    @ParameterizedTest
    @CsvSource({
        "28, pwrite of climate:/a%ff failed: ENOSPC (no space left)",
        "999, pwrite of climate:/a%ff failed: errno 999"
    })
    void namesCallPathAndError(int number, String detail) {
        MoverException error = Errno.writing(-number, "pwrite", "climate:/a%ff");
        assertThat(error.detail()).isEqualTo(detail);
    }
}
