package org.bdm.server.job.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A listing goes on over crashes and losses, and ends. */
class ListingTest {
    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory).listingOnly();
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** 20 directories of 30 files, some in others, and an empty one. */
    private static TestTree bigTree(Set<String> names) {
        TestTree tree = new TestTree().directory("empty/one");
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < 30; j++) {
                String name = (i % 3 == 0 ? "" : "d" + (i / 3) + "/") + "e" + i + "/file" + j + ".nc";
                tree.file(name, i * 1000L + j);
                names.add(name);
            }
        }
        return tree;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 23, 70})
    void everyFileIsListedExactlyOnceAlsoWhenTheProcessDiesInTheMiddle(int pagesBeforeCrash) {
        Set<String> names = new TreeSet<>();
        site.sources.show("a", bigTree(names));
        site.sources.silentAfter(pagesBeforeCrash);
        JobId job = site.submitTree();
        site.start();
        await().until(site.sources::isSilent);
        // What was listed so far is kept before the crash.
        await().until(() -> pagesBeforeCrash < 20 || !site.files(job).isEmpty());

        site.sources.silentAfter(Integer.MAX_VALUE);
        site.crashAndStart();

        assertThat(site.listed(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(site.states(job).keySet()).isEqualTo(names);
        assertThat(site.catalog.jobs().counts(job).total().files()).isEqualTo(names.size());
    }

    @Test
    void aSourceThatIsLostInTheMiddleIsConnectedOnceMoreAndNothingIsListedTwice() {
        Set<String> names = new TreeSet<>();
        site.sources.show("a", bigTree(names));
        site.sources.silentAfter(3);
        JobId job = site.submitTree();
        site.start();
        await().until(site.sources::isSilent);

        site.sources.lose(new MoverException(ErrorCode.CONNECTION_LOST, "the stream broke"));
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return site.job(job).listingComplete();
        });

        assertThat(site.states(job).keySet()).isEqualTo(names);
        assertThat(site.states(job).values()).containsOnly("PENDING");
        assertThat(site.sources.connects()).isEqualTo(2);
    }

    @Test
    void chunksOfAJobGetTheirTurnsByItsOrder() {
        site.sources.show("a", new TestTree().file("a", 1L << 30).file("b", 3L << 30));
        TestSite.Options options = new TestSite.Options();
        options.order = ChunkOrder.LARGEST;
        JobId largest = site.submitTree(options);
        JobId listed = site.submit(new TestSite.Options(), TestSite.tree("a", "bdm://b/in/other"));
        site.start();
        site.listed(largest);
        site.listed(listed);
        assertThat(firstChunk(largest)).isEqualTo(1);
        assertThat(firstChunk(listed)).isZero();
    }

    private int firstChunk(JobId job) {
        return site.catalog
                .chunks()
                .leaseOf(job, Duration.ofMinutes(1))
                .orElseThrow()
                .chunk();
    }

    @Test
    void aLongListOfFilesDoesNotCostARoundTripForEachFile() {
        TestTree tree = new TestTree();
        SubmittedItem[] items = new SubmittedItem[300];
        for (int i = 0; i < items.length; i++) {
            tree.file("file" + i, i);
            items[i] = TestSite.file("a", "file" + i);
        }
        site.sources.show("a", tree);
        site.sources.holdStatuses();
        JobId job = site.submit(new TestSite.Options(), items);
        site.start();
        int[] rounds = {0};
        await().until(() -> {
            if (site.sources.answerHeld()) rounds[0]++;
            return site.job(job).listingComplete();
        });

        assertThat(site.files(job)).hasSize(300).allMatch(file -> file.state() == FileState.PENDING);
        assertThat(rounds[0]).isLessThan(30);
    }

    @Test
    void theFirstFilesWakeThoseWhoMoveThemWhileTheListingGoesOn() {
        TestTree tree = new TestTree();
        for (int i = 0; i < 3000; i++) tree.file("d" + i / 1000 + "/file" + i, i);
        site.sources.show("a", tree);
        site.sources.pageMax(1000);
        site.sources.silentAfter(3);
        JobId job = site.submitTree();
        AtomicInteger woken = new AtomicInteger();
        List<RunningWork> listings = new IntakeWorker(site.intake()).start(List.of(), woken::incrementAndGet);

        await().until(() -> woken.get() == 1);
        assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(site.job(job).listingComplete()).isFalse();
        listings.forEach(RunningWork::stop);
        await().until(() -> listings.get(0).ended().toCompletableFuture().isDone());
    }

    @Test
    void aSourceThatCannotBeReachedIsTriedAgainWithGrowingPausesAndTheJobSaysSo() {
        site.sources.show("a", new TestTree().file("one.nc", 1));
        site.sources.refuse(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody answers"));
        JobId job = site.submitTree();
        site.start();

        var waiting = site.when(job, found -> found.reason() != null);
        assertThat(waiting.state()).isEqualTo(JobState.PLANNING);
        assertThat(waiting.reason().code()).isEqualTo("PEER_UNREACHABLE");
        assertThat(waiting.reason().nextAt()).isAfter(site.clock.instant());
        assertThat(site.sources.connects()).isEqualTo(1);
        site.sources.refuse(null);
        site.clock.turn(Duration.ofSeconds(2));

        site.listed(job);
        assertThat(site.sources.connects()).isEqualTo(2);
        assertThat(site.when(job, found -> found.reason() == null).state()).isEqualTo(JobState.ACTIVE);
    }

    @Test
    void aListingThatMetAnErrorSaysSoAndIsTriedAgainAfterAPause() {
        site.sources.show("a", new TestTree().file("one.nc", 1));
        site.sources.failNext(new StackOverflowError("of a test"));
        JobId job = site.submitTree();
        site.start();

        var waiting = site.when(job, found -> found.reason() != null);
        assertThat(waiting.reason().code()).isEqualTo("INTERNAL");
        assertThat(waiting.reason().nextAt()).isAfter(site.clock.instant());
        assertThat(site.sources.connects()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNKNOWN_EXPORT", "NOT_ALLOWED", "PROTOCOL_VIOLATION"})
    void whatCanNeverBeReachedBecomesFailedItemsWithThatCode(ErrorCode code) {
        site.sources.show("a", new TestTree().file("one.nc", 1).file("two.nc", 1));
        site.sources.refuse(new MoverException(code, "no"));
        JobId job = site.submit(
                new TestSite.Options(),
                TestSite.file("a", "one.nc"),
                TestSite.file("a", "two.nc"),
                TestSite.tree("a", "bdm://b/in/t"));
        site.start();

        site.listed(job);
        assertThat(site.files(job)).hasSize(3).allSatisfy(file -> {
            assertThat(file.state()).isEqualTo(FileState.FAILED);
            assertThat(file.trouble().code()).isEqualTo(code);
        });
        assertThat(site.sources.connects()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"PEER_NOT_PINNED", "SECURITY_MISMATCH", "PROTOCOL_VERSION", "PERMISSION"})
    void aPairingThatAPersonMustMendPausesTheJobAndTheListingGoesOnAfterwards(ErrorCode code) {
        Set<String> names = new TreeSet<>();
        site.sources.show("a", bigTree(names));
        site.sources.silentAfter(30);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sources.isSilent() && !site.files(job).isEmpty());

        MoverException broken = new MoverException(code, "the pairing is broken");
        site.sources.refuse(broken);
        site.sources.lose(broken);
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return site.job(job).state() == JobState.PAUSED;
        });
        assertThat(site.job(job).reason().code()).isEqualTo("CREDENTIALS");
        assertThat(site.job(job).reason().text()).contains(code.name());
        assertThat(site.sources.connects()).isLessThanOrEqualTo(2);
        site.sources.refuse(null);
        site.scheduler.resume(job).join();

        site.listed(job);
        assertThat(site.states(job).keySet()).isEqualTo(names);
    }

    @Test
    void aRightThatIsTakenAwayInTheMiddleEndsTheListingWithFailedDirectories() {
        site.sources.show("a", bigTree(new TreeSet<>()));
        site.sources.silentAfter(3);
        JobId job = site.submitTree();
        site.start();
        await().until(site.sources::isSilent);

        MoverException removed = new MoverException(ErrorCode.NOT_ALLOWED, "the grant was removed");
        site.sources.refuse(removed);
        site.sources.lose(removed);
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return site.job(job).listingComplete();
        });

        assertThat(site.states(job).values()).contains("FAILED(NOT_ALLOWED)");
        assertThat(site.sources.connects()).isLessThanOrEqualTo(2);
    }

    @Test
    void anUnknownSiteIsAFailedItemAndOtherItemsGoOn() {
        site.sources.show("a", new TestTree().file("one.nc", 1));
        JobId job = site.submit(new TestSite.Options(), TestSite.file("nowhere", "x.nc"), TestSite.file("a", "one.nc"));
        site.start();

        site.listed(job);
        assertThat(site.files(job))
                .extracting(file -> file.state())
                .containsExactly(FileState.FAILED, FileState.PENDING);
        assertThat(site.files(job).get(0).trouble().code()).isEqualTo(ErrorCode.UNKNOWN_SITE);
    }

    @Test
    void aDirectoryThatFailsForAPassingReasonIsTriedAgainWithPausesAndThenFails() {
        site.sources.show("a", new TestTree().file("good/one.nc", 1).unlistable("bad", ErrorCode.SOURCE_READ_ERROR));
        JobId job = site.submitTree();
        site.start();
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return site.job(job).listingComplete();
        });

        assertThat(site.states(job))
                .containsEntry("bad", "FAILED(SOURCE_READ_ERROR)")
                .containsEntry("good/one.nc", "PENDING");
        assertThat(site.sources.connects()).isEqualTo(1);
    }

    @Test
    void aSourceThatHasTooManyFilesOpenIsAskedUntilItAnswers() {
        TestTree tree = new TestTree().file("bad/one.nc", 1).unlistable("bad", ErrorCode.TOO_MANY_OPEN_FILES);
        site.sources.show("a", tree);
        JobId job = site.submitTree();
        site.start();
        site.when(job, JobState.PLANNING);
        Instant begin = site.clock.instant();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return Duration.between(begin, site.clock.instant()).toSeconds() >= 60;
        });
        assertThat(site.files(job)).isEmpty();

        tree.mend("bad");
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return site.job(job).listingComplete();
        });
        assertThat(site.states(job)).containsOnlyKeys("bad/one.nc");
    }

    @Test
    void aDirectoryThatFailedOnceAndIsMendedIsListed() {
        TestTree tree = new TestTree().file("bad/one.nc", 1).unlistable("bad", ErrorCode.SOURCE_READ_ERROR);
        site.sources.show("a", tree);
        JobId job = site.submitTree();
        site.start();
        site.when(job, JobState.PLANNING);

        tree.mend("bad");
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(1));
            return site.job(job).listingComplete();
        });

        assertThat(site.states(job)).containsOnlyKeys("bad/one.nc");
    }

    @Test
    void aJobThatIsPausedWhileItIsListedGoesOnWhereItWas() {
        Set<String> names = new TreeSet<>();
        site.sources.show("a", bigTree(names));
        site.sources.silentAfter(30);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sources.isSilent() && !site.files(job).isEmpty());

        site.scheduler.pause(job, PauseReason.BY_USER, "wait").join();
        site.sources.silentAfter(Integer.MAX_VALUE);
        int files = site.files(job).size();
        await().during(Duration.ofMillis(700))
                .atMost(Duration.ofSeconds(5))
                .until(() -> !site.job(job).listingComplete());
        assertThat(site.files(job)).hasSize(files);
        site.scheduler.resume(job).join();

        assertThat(site.listed(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(site.states(job).keySet()).isEqualTo(names);
    }

    @Test
    void aJobThatIsCancelledWhileItIsListedStaysAsItIs() {
        site.sources.show("a", bigTree(new TreeSet<>()));
        site.sources.silentAfter(30);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sources.isSilent() && !site.files(job).isEmpty());

        site.scheduler.cancel(job, "no longer wanted").join();
        site.sources.lose(new MoverException(ErrorCode.CONNECTION_LOST, "gone"));

        assertThat(site.job(job).state()).isEqualTo(JobState.CANCELLED);
        assertThat(site.states(job).values()).containsOnly("CANCELLED");
    }

    @Test
    void aJobThatWasWhollyListedButNotSaidToBeActiveGoesOnAfterACrash() {
        site.sources.show("a", new TestTree().directory("empty"));
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 3; i++) jobs.add(site.submitTree());
        site.start();
        jobs.forEach(job -> assertThat(site.listed(job).state()).isEqualTo(JobState.ACTIVE));
    }

    @Test
    void filesWhoseSizesDoNotAddUpToANumberAreRefusedOneByOne() {
        long fourEib = 1L << 62;
        site.sources.show(
                "a",
                new TestTree()
                        .file("a", fourEib)
                        .file("b", fourEib)
                        .file("c", fourEib)
                        .file("d", 5));
        JobId job = site.submitTree();
        site.start();
        site.listed(job);
        assertThat(site.states(job))
                .isEqualTo(Map.of("a", "PENDING", "b", "FAILED(TOO_LARGE)", "c", "FAILED(TOO_LARGE)", "d", "PENDING"));
        assertThat(site.catalog.jobs().counts(job).total().bytes()).isEqualTo(fourEib + 5);
    }
}
