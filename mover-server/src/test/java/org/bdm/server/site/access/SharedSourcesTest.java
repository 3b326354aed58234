package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedSourcesTest {
    private static final SiteName SITE = new SiteName("bremen");
    private static final ExportName EXPORT = new ExportName("cmip");
    private static final JobId JOB = new JobId(7);
    private static final List<StorePath> WHOLE = List.of(StorePath.ROOT);
    private static final Epoch EPOCH = new Epoch(1);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<OneSource> made = new ArrayList<>();
    private final SharedSources shared = new SharedSources(this::make, timer);

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    private BlockSource make(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        OneSource source = new OneSource();
        made.add(source);
        return source;
    }

    private BlockSource connected() {
        return shared.connect(SITE, EXPORT, JOB, WHOLE, LinkReading.AS_LINKS);
    }

    @Test
    void theListingAndTheMovingOfAJobUseTheSameStreams() {
        BlockSource listing = connected();
        listing.open(new Heard()).toCompletableFuture().join();
        BlockSource moving = connected();
        Heard heard = new Heard();
        moving.open(heard).toCompletableFuture().join();
        moving.want(List.of(wanted(1)));
        made.get(0).listener().onItemEnded(new FileId(1), EPOCH, version(), 0644);

        assertThat(made).hasSize(1);
        assertThat(made.get(0).timesOpened).isEqualTo(1);
        assertThat(heard.events).containsExactly("ended 1");
    }

    @Test
    void theStreamsOutliveTheListingAndServeTheMovingThatBeginsAfterIt() {
        BlockSource listing = connected();
        listing.open(new Heard());
        listing.close();
        connected().open(new Heard());

        assertThat(made).hasSize(1);
        assertThat(made.get(0).isClosed).isFalse();
    }

    @Test
    void theStreamsEndWithTheirLastUserWhileTheProcessEnds() {
        BlockSource listing = connected();
        listing.open(new Heard());
        timer.shutdown();
        listing.close();

        assertThat(made.get(0).isClosed).isTrue();
    }

    @Test
    void jobsAndLooksWithoutAJobHaveStreamsOfTheirOwn() {
        connected();
        shared.connect(SITE, EXPORT, new JobId(8), WHOLE, LinkReading.AS_LINKS);
        shared.connect(SITE, EXPORT, null, WHOLE, LinkReading.AS_LINKS);
        shared.connect(SITE, EXPORT, null, WHOLE, LinkReading.AS_LINKS).close();

        assertThat(made).hasSize(4);
        assertThat(made.get(3).isClosed).isTrue();
    }

    @Test
    void whoComesWhileBytesAreTakenGetsASourceOfItsOwn() {
        connected().want(List.of(wanted(1)));
        connected();

        assertThat(made).hasSize(2);
    }

    @Test
    void twoTakersOfOneSourceAreADefect() {
        BlockSource one = connected();
        BlockSource other = connected();
        one.want(List.of(wanted(1)));

        assertThatThrownBy(() -> other.want(List.of(wanted(2)))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTakerWhoLeavesInTheMiddleEndsTheSourceSoThatNobodyGetsItsBlocks() {
        BlockSource moving = connected();
        moving.open(new Heard());
        moving.want(List.of(wanted(1), wanted(2)));
        made.get(0).listener().onItemEnded(new FileId(1), EPOCH, version(), 0644);
        moving.close();

        assertThat(made.get(0).isClosed).isTrue();
        connected();
        assertThat(made).hasSize(2);
    }

    @Test
    void aTakerWhoCancelledEndsTheSourceToo() {
        BlockSource moving = connected();
        moving.open(new Heard());
        moving.want(List.of(wanted(1)));
        made.get(0).listener().onItemEnded(new FileId(1), EPOCH, version(), 0644);
        moving.cancel(new FileId(1));
        moving.close();

        assertThat(made.get(0).isClosed).isTrue();
    }

    @Test
    void aTakerWhoIsDoneLeavesTheSourceToTheListingThatGoesOnWithoutItsRateLimit() {
        BlockSource listing = connected();
        BlockSource moving = connected();
        moveOne(moving);
        moving.close();

        assertThat(made.get(0).isClosed).isFalse();
        assertThat(made.get(0).bytesPerSecondMax).isZero();
        moveOne(connected());
        assertThat(made).hasSize(1);
        listing.close();
        assertThat(made.get(0).isClosed).isFalse();
    }

    @Test
    void theLastToLeaveClosesTheStreamsOnceBytesWereTaken() {
        BlockSource moving = connected();
        moveOne(moving);
        moving.close();

        assertThat(made.get(0).isClosed).isTrue();
        connected();
        assertThat(made).hasSize(2);
    }

    @Test
    void onlyAFewListingsThatEndedKeepTheirStreams() {
        for (int i = 1; i <= 20; i++) {
            shared.connect(SITE, EXPORT, new JobId(i), WHOLE, LinkReading.AS_LINKS)
                    .close();
        }
        assertThat(made).filteredOn(source -> !source.isClosed).hasSize(8);

        moveOne(shared.connect(SITE, EXPORT, new JobId(1), WHOLE, LinkReading.AS_LINKS));
        shared.connect(SITE, EXPORT, new JobId(21), WHOLE, LinkReading.AS_LINKS).close();
        assertThat(made).hasSize(21);
        assertThat(made).filteredOn(source -> !source.isClosed).hasSize(9);
    }

    private void moveOne(BlockSource moving) {
        moving.open(new Heard());
        moving.limitRate(1000);
        moving.want(List.of(wanted(1)));
        made.stream()
                .filter(source -> source.listener != null && source.wants > 0)
                .forEach(source -> {
                    source.wants = 0;
                    source.listener().onItemEnded(new FileId(1), EPOCH, version(), 0644);
                });
    }

    @Test
    void aLostSourceIsToldToAllAndLentToNobody() {
        Heard listing = new Heard();
        Heard moving = new Heard();
        connected().open(listing);
        connected().open(moving);
        made.get(0).listener().onSourceLost(new MoverException(ErrorCode.CONNECTION_LOST, "cut"));

        assertThat(listing.events).containsExactly("lost CONNECTION_LOST");
        assertThat(moving.events).containsExactly("lost CONNECTION_LOST");
        connected();
        assertThat(made).hasSize(2);
    }

    @Test
    void whoOpensASourceThatWasLostSinceItWasLentIsToldSo() {
        connected().open(new Heard());
        BlockSource moving = connected();
        made.get(0).listener().onSourceLost(new MoverException(ErrorCode.CONNECTION_LOST, "cut"));

        assertThat(moving.open(new Heard()).toCompletableFuture()).isCompletedExceptionally();
    }

    @Test
    void aSourceThatCannotBeOpenedIsNotLentAgain() {
        BlockSource first = connected();
        made.get(0).opened = CompletableFuture.failedFuture(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody"));
        CompletionStage<Void> opening = first.open(new Heard());

        assertThat(opening.toCompletableFuture()).isCompletedExceptionally();
        connected();
        assertThat(made).hasSize(2);
    }

    private static WantedFile wanted(long number) {
        return new WantedFile(
                new FileId(number), EPOCH, StorePath.ROOT, version(), List.of(new ByteRange(0, 10)), true);
    }

    private static FileVersion version() {
        return new FileVersion(10, Instant.EPOCH, Instant.EPOCH, 1);
    }
}
