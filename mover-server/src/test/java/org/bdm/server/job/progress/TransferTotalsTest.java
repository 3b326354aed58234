package org.bdm.server.job.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.bdm.core.bottleneck.Bottleneck;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.junit.jupiter.api.Test;

/** What a process transferred only grows, whatever sessions begin and end. */
class TransferTotalsTest {
    private final TransferTotals totals = new TransferTotals();

    private static FetchProgress moved(long bytes, long resent) {
        return new FetchProgress(
                bytes,
                resent,
                0,
                0,
                0,
                false,
                1,
                true,
                0,
                0,
                Bottleneck.NOTHING,
                List.of(),
                BytesUnderWay.NONE,
                List.of());
    }

    private TransferTotals.FromSource of(String source) {
        return totals.bySource().stream()
                .filter(each -> each.source().equals(source))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bytesOfASessionStayWhenItEndsAndTheNextAddsToThem() {
        AtomicReference<FetchProgress> first = new AtomicReference<>(moved(100, 10));
        TransferTotals.Session session = totals.began("a", first::get);
        assertThat(of("a").bytesMoved()).isEqualTo(100);
        first.set(moved(150, 20));
        session.ended();
        session.ended();
        assertThat(of("a").bytesMoved()).isEqualTo(150);
        totals.began("a", () -> moved(7, 1));
        totals.began("c", () -> moved(5, 0));
        assertThat(of("a").bytesMoved()).isEqualTo(157);
        assertThat(of("a").bytesResent()).isEqualTo(21);
        assertThat(of("c").bytesMoved()).isEqualTo(5);
    }

    @Test
    void filesAreCountedByOutcomeAndByErrorCode() {
        totals.recorded("a", FileState.DONE, null, new Amount(3, 30));
        totals.recorded("a", FileState.DONE, null, new Amount(1, 5));
        totals.recorded("a", FileState.FAILED, ErrorCode.CHECKSUM_MISMATCH, new Amount(2, 8));
        totals.recorded("c", FileState.FAILED, ErrorCode.CHECKSUM_MISMATCH, new Amount(1, 1));
        totals.recorded("a", FileState.WAITING, ErrorCode.CONNECTION_LOST, new Amount(4, 40));
        assertThat(of("a").ended())
                .containsEntry(FileState.DONE, new Amount(4, 35))
                .containsEntry(FileState.FAILED, new Amount(2, 8))
                .doesNotContainKey(FileState.WAITING);
        assertThat(totals.failed()).containsOnly(Map.entry(ErrorCode.CHECKSUM_MISMATCH, 3L));
        assertThat(totals.putOff()).containsOnly(Map.entry(ErrorCode.CONNECTION_LOST, 4L));
    }
}
