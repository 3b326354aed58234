package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceListener.PackPayload;
import org.bdm.core.source.SourceListener.Piece;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What arrives of a shared source goes to the one who wanted it, and the streams end when nobody comes for them. */
class SharedSourceBytesTest {
    private static final Epoch EPOCH = new Epoch(1);
    private static final FileId FILE = new FileId(1);

    private final List<OneSource> made = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            later.add(command);
            return super.schedule(() -> {}, 0, unit);
        }
    };
    private final SharedSources shared = new SharedSources(
            (site, export, job, prefixes, links) -> {
                made.add(new OneSource());
                return made.get(made.size() - 1);
            },
            timer);
    private final BlockCache cache = new BlockCache(4, 4096);
    private final CacheShare receiving = cache.share(new CacheQuota("receiving", 0, 4));
    private final Heard heard = new Heard();

    @AfterEach
    void stop() {
        timer.shutdownNow();
        assertThat(cache.blocksFree()).as("every block is back").isEqualTo(cache.blocks());
        receiving.close();
        cache.close();
    }

    private BlockSource connected() {
        return shared.connect(
                new SiteName("bremen"),
                new ExportName("cmip"),
                new JobId(7),
                List.of(StorePath.ROOT),
                LinkReading.AS_LINKS);
    }

    private static FileVersion version() {
        return new FileVersion(10, Instant.EPOCH, Instant.EPOCH, 1);
    }

    private static WantedFile wanted() {
        return new WantedFile(FILE, EPOCH, StorePath.ROOT, version(), List.of(new ByteRange(0, 10)), true);
    }

    private Loan loan() {
        return Objects.requireNonNull(receiving.tryLend());
    }

    private void arrive() {
        OneSource source = made.get(0);
        source.listener().onBlock(new BlockTag(FILE, EPOCH, new ByteRange(0, 10), 0), loan());
        source.listener().onZero(FILE, EPOCH, new ByteRange(0, 10));
        Piece piece = new Piece(FILE, EPOCH, 10, version(), 0644);
        source.listener().onPack(List.of(piece, piece), new PackPayload(loan(), 0, 20, 0));
        source.listener().onItemFailed(FILE, EPOCH, new MoverException(ErrorCode.SOURCE_CHANGED, "changed"));
        source.listener().onItemLost(FILE, EPOCH);
        source.listener().onItemEnded(FILE, EPOCH, version(), 0644);
    }

    @Test
    void whatArrivesIsPassedOnToTheOneWhoWantedIt() {
        Heard listing = new Heard();
        connected().open(listing);
        BlockSource moving = connected();
        moving.open(heard);
        moving.want(List.of(wanted(), wanted(), wanted()));
        arrive();
        assertThat(heard.events)
                .containsExactly("block 1", "zero 1", "pack of 2", "failed 1", "item lost 1", "ended 1");
        assertThat(listing.events).isEmpty();
    }

    @Test
    void listingThatLeavesTakesNothingFromTheMoving() {
        BlockSource listing = connected();
        listing.open(new Heard());
        BlockSource moving = connected();
        moving.open(heard);
        moving.limitRate(77);
        moving.want(List.of(wanted(), wanted(), wanted()));
        listing.close();
        assertThat(made.get(0).isClosed).isFalse();
        assertThat(made.get(0).bytesPerSecondMax).isEqualTo(77);
        arrive();
        assertThat(heard.events).hasSize(6);
    }

    @Test
    void blocksThatNobodyWantsAreGivenBack() {
        connected().open(heard);
        arrive();
        assertThat(heard.events).isEmpty();
    }

    @Test
    void failedAndLostItemsAreNoLongerOutstanding() {
        BlockSource listing = connected();
        listing.open(new Heard());
        BlockSource moving = connected();
        moving.open(heard);
        moving.want(List.of(wanted(), wanted()));
        made.get(0).listener().onItemFailed(FILE, EPOCH, new MoverException(ErrorCode.SOURCE_CHANGED, "changed"));
        made.get(0).listener().onItemLost(FILE, EPOCH);
        moving.close();
        assertThat(made.get(0).isClosed).isFalse();
    }

    @Test
    void wantThatIsRefusedLeavesNothingOutstanding() {
        connected().open(new Heard());
        BlockSource moving = connected();
        moving.open(heard);
        made.get(0).isFull = true;
        assertThatThrownBy(() -> moving.want(List.of(wanted()))).isInstanceOf(MoverException.class);
        moving.close();
        assertThat(made.get(0).isClosed).isFalse();
    }

    @Test
    void questionsAndLimitsReachTheSource() {
        BlockSource loan = connected();
        loan.open(heard);
        OneSource source = made.get(0);
        assertThat(loan.limits()).isEqualTo(source.limits());
        assertThat(loan.streams()).isEqualTo(3);
        assertThat(loan.status(StorePath.ROOT).toCompletableFuture().join()).isEmpty();
        assertThat(loan.list(StorePath.ROOT, Optional.empty(), 10).toCompletableFuture())
                .isCompletedExceptionally();
        assertThat(loan.digest(FILE, StorePath.ROOT, version(), ChecksumAlgorithm.SHA256)
                        .toCompletableFuture())
                .isCompletedExceptionally();
        loan.limitRate(77);
        loan.cancel(FILE);
        assertThat(source.bytesPerSecondMax).isEqualTo(77);
        assertThat(source.cancelled).containsExactly(FILE);
    }

    @Test
    void streamsForWhichNobodyComesAreClosed() {
        connected().close();
        assertThat(made.get(0).isClosed).isFalse();
        later.forEach(Runnable::run);
        assertThat(made.get(0).isClosed).isTrue();
        connected();
        assertThat(made).hasSize(2);
    }

    @Test
    void streamsThatAreUsedAgainAreNotClosed() {
        connected().close();
        BlockSource again = connected();
        later.forEach(Runnable::run);
        assertThat(made.get(0).isClosed).as("in use").isFalse();
        again.close();
        later.get(0).run();
        assertThat(made.get(0).isClosed).as("the time of the first is over").isFalse();
        later.get(1).run();
        assertThat(made.get(0).isClosed).isTrue();
        assertThat(made).hasSize(1);
    }

    @Test
    void closedStreamsMakeRoomForOthersToWait() {
        for (int round = 0; round < 20; round++) {
            connected().close();
            later.get(round).run();
        }
        connected().close();
        assertThat(made.get(20).isClosed).isFalse();
    }

    @Test
    void whoOpensASourceThatCouldNotBeOpenedHearsWhy() {
        BlockSource first = connected();
        BlockSource second = connected();
        MoverException why = new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody");
        made.get(0).opened.obtrudeException(why);
        first.open(new Heard());
        assertThat(second.open(heard).toCompletableFuture().handle((done, failure) -> failure))
                .isCompletedWithValue(why);
    }
}
