package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.ScrubSettings;
import org.bdm.server.catalog.holding.ScrubWeek;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.holding.record.HoldingRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldingScrubTest {
    private static final String ALL = "bdm://here/in/";
    private static final int PIECE_BYTES = 1 << 20;
    private static final long RATE = 1_000_000;

    @TempDir
    Path home;

    private final TurnedClock clock =
            new TurnedClock(Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS));
    private final AtomicLong waitedNanos = new AtomicLong();
    private final AtomicBoolean hasDuty = new AtomicBoolean(true);
    private HeldTree tree;
    private HoldingScrub scrub;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
        scrub = made();
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private HoldingScrub made() {
        return made(waitedNanos::addAndGet);
    }

    private HoldingScrub made(ScrubPace.Waiting waiting) {
        HoldingScrub.HeldParts parts =
                new HoldingScrub.HeldParts(tree.catalog, tree.exports, new HoldingRecords(tree.catalog, clock), clock);
        return HoldingScrub.timed(parts, waitedNanos::get, waiting, hasDuty::get);
    }

    private void set(boolean isOn, int millipercent, int fromMinute, int toMinute) {
        ScrubSettings settings = new ScrubSettings(isOn, millipercent, fromMinute, toMinute, ZoneOffset.UTC, RATE);
        tree.catalog
                .scrubs()
                .set(settings, tree.catalog.scrubs().week().filesMax())
                .join();
        clock.turn(Duration.ofSeconds(2)); // settings are a second old at most
    }

    private void all() {
        set(true, ScrubSettings.ALL_MILLIPERCENT, 0, 0);
    }

    private void read() {
        tree.survey(SurveyKind.SCAN, ALL);
        tree.survey(SurveyKind.VERIFY, ALL);
    }

    private ScrubWeek week() {
        return tree.catalog.scrubs().week();
    }

    private void flip(String path) throws IOException {
        Path file = tree.directory.resolve(path);
        byte[] content = Files.readAllBytes(file);
        content[content.length / 2] ^= 1;
        FileTime modified = Files.getLastModifiedTime(file);
        Files.write(file, content);
        Files.setLastModifiedTime(file, modified);
    }

    @Test
    void findsEveryFileWithABitThatFlipped() throws IOException {
        for (int i = 0; i < 40; i++) tree.write("d" + i % 4 + "/f" + i, "content of " + i);
        read();
        for (int i = 0; i < 40; i += 5) flip("d" + i % 4 + "/f" + i);
        all();

        scrub.pass();

        assertThat(tree.holdings().stream().filter(held -> held.state() == HoldingState.DAMAGED))
                .hasSize(8);
        assertThat(week().checked()).isEqualTo(40);
        assertThat(week().damaged()).isEqualTo(8);
        assertThat(tree.holding("d0/f0").state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(tree.holding("d1/f1").checkedAt()).isEqualTo(clock.instant());
    }

    @Test
    void checksTheShareOfAWeekAndGoesOnWithTheOthersInTheNext() {
        for (int i = 0; i < 10; i++) tree.write("f" + i, "content of " + i);
        tree.survey(SurveyKind.SCAN, ALL);
        set(true, 30_000, 0, 0);

        scrub.pass();
        clock.turn(Duration.ofDays(1));
        scrub.pass();

        assertThat(week().checked()).isEqualTo(3);
        assertThat(checked()).isEqualTo(3);
        clock.turn(Duration.ofDays(7));
        scrub.pass();
        assertThat(week().checked()).isEqualTo(3);
        assertThat(checked()).isEqualTo(6);
    }

    private long checked() {
        return tree.holdings().stream().filter(held -> held.checkedAt() != null).count();
    }

    @Test
    void doesNothingWhileItIsOffOrOutsideItsHours() {
        tree.write("f", "content");
        tree.survey(SurveyKind.SCAN, ALL);
        int hour = clock.instant().atZone(ZoneOffset.UTC).getHour();

        scrub.pass();
        set(true, ScrubSettings.ALL_MILLIPERCENT, (hour + 2) % 24 * 60, (hour + 4) % 24 * 60);
        scrub.pass();

        assertThat(checked()).isZero();
        clock.turn(Duration.ofHours(2).plusMinutes(1));
        scrub.pass();
        assertThat(checked()).isEqualTo(1);
    }

    @Test
    void aLargeFileThatIsRightGetsRangeDigestsAndTheyTellWhereItIsDamagedLater() throws IOException {
        Path large = tree.write("large", "x".repeat(2 * (int) RangeDigests.RANGE_BYTES_MIN + 5));
        tree.survey(SurveyKind.SCAN, ALL);
        all();
        scrub.pass();
        RangeDigests known = tree.catalog.heldRanges().of(tree.holding("large")).orElseThrow();
        assertThat(known.count()).isEqualTo(3);

        flip("large"); // in its middle, the first byte but two of the second range
        clock.turn(Duration.ofDays(8));
        scrub.pass();

        assertThat(tree.holding("large").state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(tree.catalog.heldRanges().of(tree.holding("large"))).contains(known);
        assertThat(week().trouble()).contains("1 of 3 ranges of 8 MiB differ, the first at byte 8388608");

        Files.write(large, new byte[3]);
        clock.turn(Duration.ofDays(8));
        scrub.pass();
        assertThat(tree.catalog.heldRanges().of(tree.holding("large"))).contains(known);
    }

    @Test
    void readsAtTheRate() {
        tree.write("large", "x".repeat(5 * PIECE_BYTES));
        tree.survey(SurveyKind.SCAN, ALL);
        all();

        scrub.pass();

        long expectedNanos = 5L * PIECE_BYTES * 1_000_000_000 / RATE;
        assertThat(waitedNanos.get()).isBetween(expectedNanos - 200_000_000, expectedNanos);
    }

    @Test
    void filesThatWereNotBegunAreLeftWhenTheHoursAreOver() {
        for (int i = 0; i < 5; i++) tree.write("f" + i, "x".repeat((int) RATE));
        tree.survey(SurveyKind.SCAN, ALL);
        int hour = clock.instant().atZone(ZoneOffset.UTC).getHour();
        set(true, ScrubSettings.ALL_MILLIPERCENT, hour * 60, (hour + 2) % 24 * 60);
        Thread scrubbing = Thread.currentThread();
        AtomicBoolean isLate = new AtomicBoolean();
        ScrubPace.Waiting waiting = nanos -> {
            waitedNanos.addAndGet(nanos);
            if (!isLate.compareAndSet(false, true)) return;
            Awaitility.await().until(() -> scrubbing.getState() == Thread.State.TIMED_WAITING); // has begun what it may
            clock.turn(Duration.ofHours(3));
        };
        scrub = made(waiting);

        scrub.pass();

        assertThat(checked()).isEqualTo(1);
    }

    @Test
    void aFileThatIsGoneIsMissingAfterASecondLook() throws IOException {
        tree.write("here", "content");
        Path gone = tree.write("gone", "content");
        read();
        Files.delete(gone);
        all();

        scrub.pass();
        assertThat(tree.holding("gone").state()).isEqualTo(HoldingState.READ);
        clock.turn(Duration.ofSeconds(61));
        scrub.pass();

        assertThat(tree.holding("gone").state()).isEqualTo(HoldingState.MISSING);
        assertThat(tree.holding("gone").digests()).isNotEmpty();
        assertThat(week().missing()).isEqualTo(1);
    }

    @Test
    void aFileThatCameBackIsRightAgain() throws IOException {
        Path file = tree.write("gone", "content");
        tree.write("here", "content");
        read();
        Path away = Files.move(file, home.resolve("away"));
        all();
        scrub.pass();
        clock.turn(Duration.ofSeconds(61));
        scrub.pass();
        Files.move(away, file);

        clock.turn(Duration.ofDays(8));
        scrub.pass();

        assertThat(tree.holding("gone").state()).isEqualTo(HoldingState.READ);
    }

    @Test
    void saysThatAnExportIsNotThereInsteadOfLosingItsFiles() throws IOException {
        Path file = tree.write("f", "content");
        read();
        Files.delete(file);
        all();

        scrub.pass();
        clock.turn(Duration.ofSeconds(61));
        scrub.pass();

        assertThat(tree.holding("f").state()).isEqualTo(HoldingState.READ);
        assertThat(week().trouble()).contains("mount its file system");
    }

    @Test
    void aFileThatAJobIsReplacingIsNotDamaged() throws IOException {
        Path file = tree.write("f", "content");
        read();
        Files.move(tree.write("new", "CONTENT"), file, StandardCopyOption.REPLACE_EXISTING);
        all();

        scrub.pass();

        assertThat(tree.holding("f").state()).isEqualTo(HoldingState.READ);
        assertThat(week().checked()).isZero();
        Holding before = tree.holding("f");
        tree.catalog.holdings().put(List.of(before.with(List.of()))).join(); // the job has recorded it
        clock.turn(Duration.ofSeconds(61));
        scrub.pass();
        assertThat(tree.holding("f").state()).isEqualTo(HoldingState.READ);
    }

    @Test
    void aHoldingThatChangesWhileOthersAreReadIsNotCounted() {
        tree.write("f0", "content");
        tree.write("f1", "content");
        read();
        all();
        AtomicInteger waits = new AtomicInteger();
        ScrubPace.Waiting waiting = nanos -> {
            waitedNanos.addAndGet(nanos);
            if (waits.incrementAndGet() < 2) return;
            Holding first = tree.holding("f0");
            tree.catalog.holdings().put(List.of(first.with(List.of()))).join();
        };
        scrub = made(waiting);

        scrub.pass();

        assertThat(waits).hasValue(2);
        assertThat(tree.holding("f0").digests()).isEmpty();
        assertThat(week().checked()).isEqualTo(1);
    }

    @Test
    void anotherFileUnderTheNameIsDamageIfNobodyRecordsIt() throws IOException {
        Path file = tree.write("f", "content");
        read();
        Files.move(tree.write("new", "CONTENT"), file, StandardCopyOption.REPLACE_EXISTING);
        all();

        scrub.pass();
        clock.turn(Duration.ofSeconds(61));
        scrub.pass();

        assertThat(tree.holding("f").state()).isEqualTo(HoldingState.DAMAGED);
    }

    @Test
    void goesOnAfterARestartWithWhatIsLeft() {
        for (int i = 0; i < 10; i++) tree.write("f" + i, "content of " + i);
        tree.survey(SurveyKind.SCAN, ALL);
        set(true, 50_000, 0, 0);
        scrub.pass();

        tree.restart();
        scrub = made();
        set(true, ScrubSettings.ALL_MILLIPERCENT, 0, 0);
        tree.catalog.scrubs().set(tree.catalog.scrubs().settings(), 10).join();
        scrub.pass();

        assertThat(week().checked()).isEqualTo(10);
        assertThat(checked()).isEqualTo(10);
    }

    @Test
    void stopsWhenAnotherProcessTookTheDuty() {
        for (int i = 0; i < 3; i++) tree.write("f" + i, "content of " + i);
        tree.survey(SurveyKind.SCAN, ALL);
        all();
        hasDuty.set(false);
        scrub = made(nanos -> clock.turn(Duration.ofSeconds(31)));

        scrub.pass();

        assertThat(checked()).isLessThan(3);
    }
}
