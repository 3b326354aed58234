package org.bdm.core.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.writer.WriterSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a measurement writes counts when it is durable, and is gone afterwards. */
class DiskSinkTest {
    private static final int BLOCK = 4 << 20;
    private static final JobId JOB = new JobId(7);
    private static final FileId FIRST = new FileId(1);

    @TempDir
    Path directory;

    private final BlockCache cache = new BlockCache(4, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("receiving", 0, 4));
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong counted = new AtomicLong();
    private final CompletableFuture<Void> whole = new CompletableFuture<>();

    private final BlockSink.Told told = new BlockSink.Told() {
        @Override
        public void counted(long bytes) {
            if (counted.addAndGet(bytes) == PathBench.PIECE_BYTES) whole.complete(null);
        }

        @Override
        public void failed(MoverException reason) {
            whole.completeExceptionally(reason);
        }
    };

    @AfterEach
    void end() {
        timer.shutdownNow();
        assertThat(cache.blocksFree()).isEqualTo(cache.blocks());
    }

    private LocalStore store() {
        return LocalStore.openWritable(new ExportRoot(new ExportName("data"), directory));
    }

    private Loan loan() {
        Loan loan = share.tryLend();
        while (loan == null) {
            Thread.onSpinWait();
            loan = share.tryLend();
        }
        return loan;
    }

    private void send(DiskSink sink, int damage) {
        for (long at = 0; at < PathBench.PIECE_BYTES; at += BLOCK) {
            Loan loan = loan();
            ByteBuffer bytes = loan.payload(0, BLOCK);
            int crc = RunningDigest.crc32c(bytes) + damage;
            sink.take(new BlockTag(FIRST, new Epoch(1), new ByteRange(at, BLOCK), crc), loan);
        }
    }

    @Test
    void aPieceCountsWhenItIsForcedAndNothingOfItStays() throws Exception {
        try (LocalStore store = store()) {
            try (DiskSink sink = DiskSink.in(store, JOB, WriterSettings.DEFAULT, timer)) {
                assertThat(directory.resolve(".bdm").resolve("job-7")).isDirectory();
                sink.begin(told);
                sink.open(FIRST);
                send(sink, 0);
                whole.get(30, TimeUnit.SECONDS);
                assertThat(sink.bytesHeld()).isZero();
            }
            assertThat(counted).hasValue(PathBench.PIECE_BYTES);
            assertThat(directory.resolve(".bdm")).doesNotExist();
        }
    }

    @Test
    void whatAKilledProcessLeftIsRemovedBeforeItBegins() {
        try (LocalStore store = store()) {
            store.workArea(JOB).create("left").close();
            Path left = directory.resolve(".bdm").resolve("job-7").resolve("left");
            assertThat(left).exists();
            DiskSink.in(store, JOB, WriterSettings.DEFAULT, timer).close();
            assertThat(left).doesNotExist();
            assertThat(directory.resolve(".bdm")).doesNotExist();
        }
    }

    @Test
    void damagedBlockFailsIt() {
        try (LocalStore store = store();
                DiskSink sink = DiskSink.in(store, JOB, WriterSettings.DEFAULT, timer)) {
            sink.begin(told);
            sink.open(FIRST);
            send(sink, 1);
            assertThatThrownBy(() -> whole.get(30, TimeUnit.SECONDS))
                    .cause()
                    .hasFieldOrPropertyWithValue("code", ErrorCode.BLOCK_CHECKSUM);
        }
    }
}
