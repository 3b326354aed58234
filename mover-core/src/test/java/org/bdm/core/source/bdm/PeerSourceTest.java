package org.bdm.core.source.bdm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.CreditWatch;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a source does when streams break, stall or refuse. */
class PeerSourceTest {
    private static final int MIB = 1 << 20;
    private static final int KIB = 1 << 10;

    private final MemoryStore store = new MemoryStore();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private PeerFixture fixture = new PeerFixture(store);

    @AfterEach
    void everyBlockIsBack() {
        fixture.close();
        until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        assertThat(listener.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whateverIsLostOnTheWayIsToldAndArrivesWhenAskedForAgain(long seed) {
        use(new OfferedLimits(256 * KIB, 8L * MIB, 16, 64), 8, seed, 2);
        fixture.options =
                new PeerOptions(3, 8L * MIB, Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(60));
        Random random = new Random(seed);
        List<WantedFile> wanted = randomFiles(random, 60, 2 * MIB);
        PeerSource source = fixture.source(listener);
        source.want(wanted);
        int[] cuts = {0};
        listener.beforeBlock(() -> {
            List<MemoryStream> open = fixture.streams.open();
            if (random.nextInt(12) == 0 && cuts[0]++ < 15 && !open.isEmpty())
                open.get(random.nextInt(open.size())).cut();
        });
        until(() -> {
            for (WantedFile file : wanted) askAgainIfLost(source, file);
            return wanted.stream()
                    .allMatch(file -> listener.of(file.file())
                                    .ranges
                                    .coversAll(file.expected().size())
                            && listener.of(file.file()).isOver());
        });
        assertThat(cuts[0]).isPositive();
        for (WantedFile file : wanted) {
            assertThat(listener.of(file.file()).content(file.expected().size())).isEqualTo(content(file));
        }
        assertThat(listener.lost()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void neverAsksForMoreThanThePeerTakes(long seed) {
        Random random = new Random(seed);
        OfferedLimits limits = new OfferedLimits(
                256 * KIB, (1L + random.nextInt(8)) * 256 * KIB, 1 + random.nextInt(40), 1 + random.nextInt(20));
        use(limits, 6, seed, 1);
        List<WantedFile> wanted = randomFiles(random, 80, MIB);
        List<CreditWatch> watches = new CopyOnWriteArrayList<>();
        PeerSource source = fixture.source(listener, (session, stream) -> {
            CreditWatch watch = new CreditWatch(stream);
            watches.add(watch);
            return fixture.streams.connect(watch).thenApply(opened -> {
                ((MemoryStream) opened).onSend(watch::onSend);
                return opened;
            });
        });
        int max = 2 * source.limits().outstandingItemsMax();
        for (int from = 0; from < wanted.size(); from += max) {
            List<WantedFile> some = wanted.subList(from, Math.min(wanted.size(), from + max));
            source.want(some);
            until(() -> some.stream().allMatch(file -> listener.of(file.file()).isOver()));
        }
        wanted.forEach(this::assertArrived); // a peer over its limits would have lost its stream
        assertThat(watches).allSatisfy(watch -> assertThat(watch.violation()).isEmpty());
        assertThat(fixture.streams.dialled()).isEqualTo(2);
        assertThat(wanted)
                .allSatisfy(file -> assertThat(listener.of(file.file()).lost).isZero());
    }

    @Test
    void bothEndsWorkWithOneTinyCache() {
        use(new OfferedLimits(256 * KIB, 64L * MIB, 256, 4096), 8, 1, 1);
        fixture.options =
                new PeerOptions(4, 64L * MIB, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        List<WantedFile> wanted = randomFiles(new Random(5), 150, 8 * MIB / 4);
        fixture.source(listener).want(wanted);
        wanted.forEach(this::assertArrived);
    }

    @Test
    void blockOfAnIdleSourceIsToldOnTheThreadOfItsStream() {
        fixture.threads.setThreadFactory(task -> new Thread(task, "loop"));
        List<String> tellers = new CopyOnWriteArrayList<>();
        listener.beforeBlock(() -> tellers.add(Thread.currentThread().getName()));
        PeerSource source = fixture.source(listener);
        // One block each, so that nothing else is done when it comes; on a busy machine something often is.
        for (int i = 1; i <= 500 && tellers.stream().allMatch("loop"::equals); i++) {
            WantedFile wanted = put(i, 100 * KIB, false);
            source.want(List.of(wanted));
            assertArrived(wanted);
        }
        assertThat(tellers).anySatisfy(name -> assertThat(name).isNotEqualTo("loop"));
    }

    @Test
    void stalledStreamDoesNotStopTheOther() {
        PeerSource source = fixture.source(listener);
        until(() -> source.streams() == 2);
        MemoryStream stalled = fixture.streams.open().get(0);
        stalled.stall(true);
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 200; i++) wanted.add(put(i, 100, true));
        wanted.add(put(201, 3 * MIB, false));
        wanted.add(put(202, 3 * MIB, false));
        source.want(wanted);
        until(() -> wanted.stream()
                        .filter(file -> listener.of(file.file()).isOver())
                        .count()
                > 60);
        stalled.stall(false);
        wanted.forEach(this::assertArrived);
    }

    @Test
    void smallFilesDoNotWaitBehindALargeOne() {
        fixture.options =
                new PeerOptions(1, 64L * MIB, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        PeerSource source = fixture.source(listener);
        WantedFile large = put(1, 40 * MIB, false);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        listener.beforeBlock(() -> {
            if (isFirst.getAndSet(false)) fixture.streams.open().get(0).stall(true);
        });
        source.want(List.of(large));
        until(() -> listener.of(large.file()).ranges.lengthTotal() > 0);
        WantedFile small = put(2, 100, true);
        source.want(List.of(small));
        fixture.streams.open().get(0).stall(false);
        assertArrived(large);
        assertThat(listener.ended()).containsExactly(small.file(), large.file());
    }

    @Test
    void lastFileIsSpreadOverTheStreams() {
        PeerSource source = fixture.source(listener);
        until(() -> source.streams() == 2);
        fixture.streams.open().get(0).stall(true);
        WantedFile wanted = put(1, 24 * MIB, false);
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).ranges.lengthTotal() >= 8 * MIB);
        fixture.streams.open().get(0).stall(false);
        assertArrived(wanted);
    }

    @Test
    void damagedBlockIsHandedOverWithTheSumItShouldHave() {
        PeerSource source = fixture.source(listener);
        fixture.streams.open().forEach(stream -> stream.damage(frame -> true));
        WantedFile wanted = put(1, 1000, true);
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).isOver());
        assertThat(listener.damaged()).isEqualTo(1);
        assertThat(listener.of(wanted.file()).ended).isEqualTo(1);
    }

    @Test
    void packWithADamagedIndexFailsItsFilesAndTheyCanBeAskedForAgain() {
        WantedFile wanted = put(1, 1000, true);
        boolean[] isFirst = {true};
        PeerSource source = fixture.source(
                listener, (session, stream) -> fixture.streams.connect(new IndexDamage(stream, isFirst)));
        source.want(List.of(wanted));
        assertFailed(wanted, ErrorCode.BLOCK_CHECKSUM);
        listener.again(wanted.file());
        source.want(List.of(wanted));
        assertArrived(wanted);
        assertThat(listener.lost()).isNull();
    }

    @Test
    void pathOutsideTheTicketIsNotAllowed() {
        fixture.ticket = "allowed".getBytes(StandardCharsets.UTF_8);
        WantedFile inside = put(1, "allowed/x", 100, true);
        WantedFile beside = put(2, "allowedtoo/x", 100, true);
        WantedFile large = put(3, "other/x", MIB, false);
        PeerSource source = fixture.source(listener);
        source.want(List.of(inside, beside, large));
        assertArrived(inside);
        assertFailed(beside, ErrorCode.NOT_ALLOWED);
        assertFailed(large, ErrorCode.NOT_ALLOWED);
        assertThatThrownBy(() -> source.status(StorePath.ofUtf8("other"))
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED));
    }

    @Test
    void ticketThatIsRefusedEndsTheSourceAtOnce() {
        fixture.ticket = "!foreign".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> fixture.source(listener))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TICKET_FOREIGN));
    }

    @Test
    void sourceThatDoesNotComeBackIsGivenUp() {
        fixture.options =
                new PeerOptions(2, 64L * MIB, Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(60));
        fixture.clock = Clock.systemUTC();
        PeerSource source = fixture.source(listener);
        WantedFile wanted = put(1, 40 * MIB, false);
        listener.beforeBlock(() -> {
            fixture.streams.reachable(false);
            fixture.streams.open().forEach(MemoryStream::cut);
        });
        source.want(List.of(wanted));
        until(() -> listener.lost() != null);
        assertThat(listener.lost().code()).isEqualTo(ErrorCode.PEER_UNREACHABLE);
        assertThat(listener.of(wanted.file()).lost).isEqualTo(1);
        source.want(List.of(wanted));
        until(() -> listener.of(wanted.file()).lost == 2);
    }

    @Test
    void ticketIsRenewedBeforeItExpires() {
        fixture.ticketLife = Duration.ofSeconds(2);
        fixture.source(listener);
        until(() -> fixture.site.renewals() > 0);
        assertThat(fixture.streams.dialled()).isLessThanOrEqualTo(2);
    }

    @Test
    void expiredSessionIsReplacedByOneWithANewTicket() {
        fixture.options =
                new PeerOptions(1, 64L * MIB, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        fixture.site.expires(Instant.now().minusSeconds(1));
        PeerSource source = fixture.source(listener);
        fixture.site.expires(Instant.now().plusSeconds(600));
        WantedFile wanted = put(1, 100, true);
        source.want(List.of(wanted));
        until(() -> {
            askAgainIfLost(source, wanted);
            return listener.of(wanted.file()).ended == 1;
        });
        assertThat(fixture.streams.dialled()).isGreaterThan(1);
        assertThat(fixture.ticketsIssued).hasValueGreaterThan(1);
    }

    @Test
    void questionWithoutAnAnswerTimesOut() {
        fixture.options =
                new PeerOptions(1, 64L * MIB, Duration.ofSeconds(5), Duration.ofMillis(200), Duration.ofSeconds(60));
        PeerSource source = fixture.source(listener);
        fixture.streams.open().forEach(stream -> stream.stall(true));
        assertThatThrownBy(() ->
                        source.status(StorePath.ROOT).toCompletableFuture().get(10, SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
    }

    @Test
    void blockThatNobodyAskedForEndsTheSource() {
        PeerSource source = fixture.unopened((session, stream) -> fixture.streams.connect(new Twice(stream)));
        source.open(listener).toCompletableFuture().orTimeout(10, SECONDS).join();
        source.want(List.of(put(1, MIB, false)));
        until(() -> listener.lost() != null);
        assertThat(listener.lost().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void holesTravelWithoutBytes() {
        WantedFile wanted = put(1, 10, false);
        byte[] bytes = new byte[3 * MIB];
        bytes[3 * MIB - 1] = 1;
        FileVersion version = StoreContent.put(store, "hole", bytes);
        WantedFile hole = new WantedFile(
                new FileId(9),
                new Epoch(1),
                StorePath.ofUtf8("hole"),
                version,
                List.of(new ByteRange(0, bytes.length)),
                false);
        fixture.source(listener).want(List.of(wanted, hole));
        until(() -> listener.of(hole.file()).isOver());
        assertThat(listener.of(hole.file()).content(bytes.length)).isEqualTo(bytes);
    }

    private void use(OfferedLimits limits, int blocks, long seed, int delayMillisMax) {
        fixture.close();
        fixture = new PeerFixture(store, limits, blocks, seed, delayMillisMax);
    }

    private void askAgainIfLost(PeerSource source, WantedFile file) {
        Received received = listener.of(file.file());
        if (received.lost == 0) return;
        listener.again(file.file());
        List<ByteRange> missing = received.ranges.missing(file.expected().size());
        if (missing.isEmpty() && file.expected().size() > 0) {
            received.ended++; // all bytes were there, the end was lost
            return;
        }
        boolean whole = received.ranges.isEmpty();
        source.want(List.of(
                whole
                        ? file
                        : new WantedFile(file.file(), file.epoch(), file.path(), file.expected(), missing, false)));
    }

    private List<WantedFile> randomFiles(Random random, int count, int largeMax) {
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            boolean isLarge = random.nextInt(4) == 0;
            int size = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(isLarge ? largeMax : 20_000);
            files.add(put(i, size, !isLarge));
        }
        return files;
    }

    private WantedFile put(int number, int size, boolean packable) {
        return put(number, "d/" + number, size, packable);
    }

    private WantedFile put(int number, String path, int size, boolean packable) {
        FileVersion version = StoreContent.put(store, path, StoreContent.random(size, number));
        boolean whole = packable || size == 0;
        List<ByteRange> ranges = whole ? List.of() : List.of(new ByteRange(0, size));
        return new WantedFile(new FileId(number), new Epoch(1), StorePath.ofUtf8(path), version, ranges, packable);
    }

    private static byte[] content(WantedFile file) {
        return StoreContent.random((int) file.expected().size(), file.file().number());
    }

    private void assertArrived(WantedFile file) {
        until(() -> listener.of(file.file()).isOver());
        Received received = listener.of(file.file());
        assertThat(received.failure).isNull();
        assertThat(received.ended).isEqualTo(1);
        assertThat(received.content(file.expected().size())).isEqualTo(content(file));
    }

    private void assertFailed(WantedFile file, ErrorCode code) {
        until(() -> listener.of(file.file()).isOver());
        assertThat(listener.of(file.file()).failure).isNotNull();
        assertThat(listener.of(file.file()).failure.code()).isEqualTo(code);
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(60, SECONDS)
                .until(condition);
    }
}
