package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;

/** A process that stopped between verifying and placing, and goes on when another one has its chunk. */
class OvertakenPlacingTest extends FinishingFixture {
    private static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicLong nanos = new AtomicLong();
    private final ChunkRight right = lease(1);
    private final TransferJournal leased = TransferJournal.open(area, JOB, right);

    private ChunkRight lease(int number) {
        ChunkRight lease =
                ChunkRight.leased(new ChunkRight.Leased(4, number, new FileId(1), new FileId(100)), false, nanos::get);
        lease.renewed(nanos.get(), LEASE_NANOS);
        return lease;
    }

    private FileToFinish verified() {
        FileId id = new FileId(1);
        WritableFile temporary = area.create(leased.temporaryName(id, EPOCH));
        temporary.write(0, ByteBuffer.wrap(CONTENT));
        return new FileToFinish(
                id,
                EPOCH,
                temporary,
                leased,
                PATH,
                new FileToFinish.Attributes(MODIFIED, 0640),
                new FileToFinish.Digest(sha256(CONTENT), Optional.empty()));
    }

    /** Stops the process at this kind of call for longer than its lease; another one takes the chunk over meanwhile. */
    private void freezeAt(StoreCall.Kind kind) {
        store.faults().beforeCall(call -> {
            if (call.kind() != kind) return;
            store.faults().beforeCall(later -> {});
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(40));
            TransferJournal.open(area, JOB, lease(2)).close();
        });
    }

    @Test
    void frozenProcessPlacesNothingWhenItWakesAtThePlacing() {
        freezeAt(StoreCall.Kind.PLACE);
        finisher.finish(verified());

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.STALE_LEASE);
        assertThat(store.status(PATH)).isEmpty();
        assertThat(area.names()).as("the next holder has the file").contains("1-1-2.part");
    }

    @Test
    void frozenProcessPlacesNothingWhenItWakesBefore() {
        freezeAt(StoreCall.Kind.MAKE_DIRECTORIES);
        finisher.finish(verified());

        right.waitNoMore();
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.STALE_LEASE);
        assertThat(store.status(PATH)).isEmpty();
    }

    @Test
    void nothingIsPlacedWithoutTheRight() {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(26));
        right.waitNoMore();
        finisher.finish(verified());
        finisher.makeDirectory(new FileId(2), StorePath.ofUtf8("d"), right);
        finisher.placeSymbolicLink(
                new FileId(3), "x".getBytes(StandardCharsets.US_ASCII), StorePath.ofUtf8("l"), right);

        for (int i = 0; i < 3; i++) assertThat(failure().reason().code()).isEqualTo(ErrorCode.STALE_LEASE);
        assertThat(store.calls())
                .extracting(StoreCall::kind)
                .doesNotContain(
                        StoreCall.Kind.MAKE_DIRECTORIES, StoreCall.Kind.PLACE, StoreCall.Kind.PLACE_SYMBOLIC_LINK);
    }
}
