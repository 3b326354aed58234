package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.SourceListener.Piece;
import org.bdm.core.store.FileVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Small files that came one by one become packs: when these are told, and that nothing is lost on the way. */
class GatheredPackTest {
    private static final int BLOCK_BYTES = 4096;
    private static final FileVersion VERSION = new FileVersion(1000, Instant.EPOCH, Instant.EPOCH, 0);

    private final BlockCache cache = new BlockCache(4, BLOCK_BYTES);
    private final CacheShare share = cache.share(new CacheQuota("test", 1, 4));
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final GatheredPack pack = new GatheredPack(channel.eventLoop(), () -> listener);

    GatheredPackTest() {
        channel.freezeTime();
    }

    @AfterEach
    void everyBlockIsBack() {
        pack.tell();
        assertThat(cache.blocksFree()).isEqualTo(4);
        assertThat(listener.errors()).isEmpty();
        assertThat(listener.damaged()).isZero();
    }

    private void add(int number, int length) {
        Loan loan = share.tryLend();
        loan.payload(0, length).put(HttpFixture.netcdf(length, number));
        pack.add(new Piece(new FileId(number), new Epoch(1), length, VERSION, 0644), loan);
    }

    @Test
    void filesShareTheBlockOfTheFirst() {
        for (int i = 1; i <= 4; i++) add(i, 900 + i);
        assertThat(cache.blocksFree()).isEqualTo(3);
        assertThat(listener.packs()).isZero();
        pack.tell();

        assertThat(listener.packs()).isEqualTo(1);
        for (int i = 1; i <= 4; i++) {
            assertThat(listener.of(new FileId(i)).content(900 + i)).isEqualTo(HttpFixture.netcdf(900 + i, i));
            assertThat(listener.of(new FileId(i)).ended).isEqualTo(1);
            assertThat(listener.of(new FileId(i)).version).isEqualTo(VERSION);
        }
    }

    @Test
    void whatDoesNotFitBeginsTheNextPack() {
        add(1, BLOCK_BYTES - 100);
        add(2, 100);
        assertThat(listener.packs()).isZero();
        add(3, 1);
        assertThat(listener.packs()).isEqualTo(1);
        assertThat(listener.of(new FileId(2)).ended).isEqualTo(1);
        assertThat(listener.of(new FileId(3)).isOver()).isFalse();
    }

    @Test
    void aPackOfVerySmallFilesIsToldWhenItHasManyOfThem() {
        for (int i = 1; i <= 511; i++) add(i, 1);
        assertThat(listener.packs()).isZero();
        add(512, 1);
        assertThat(listener.packs()).isEqualTo(1);
    }

    @Test
    void aPackWaitsAMomentForCompanyAndNotForLonger() {
        add(1, 100);
        passMillis(19);
        add(2, 100);
        assertThat(listener.packs()).isZero();
        passMillis(1);
        assertThat(listener.packs()).isEqualTo(1);
        assertThat(listener.of(new FileId(2)).ended).isEqualTo(1);
    }

    @Test
    void theWaitOfAPackThatWasToldBeforeDoesNotEndTheNextOne() {
        add(1, 100);
        passMillis(15);
        pack.tell();
        add(2, 100);
        passMillis(15);
        assertThat(listener.of(new FileId(2)).isOver()).isFalse();
        passMillis(5);
        assertThat(listener.of(new FileId(2)).ended).isEqualTo(1);
    }

    private void passMillis(int millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }
}
