package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which names of one file of the source a session is given, and when, if a job keeps hard links. */
@Tag("T4")
class KeptLinksTest {
    private static final int SIZE = 17;

    @TempDir
    Path directory;

    private TestSite site;
    private final TestSite.Options options = new TestSite.Options();

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show(
                "a", new TestTree().names(SIZE, "v1/a", "v2/a", "v3/a").file("v1/b", 3));
        options.hardLinks = JobSettings.HardLinkNames.KEEP;
        site.sessions.ends(this::moved);
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** As a real session: what may be linked is linked, everything else comes from the source. */
    private FileOutcome moved(FileEntry entry) {
        boolean isLinked = entry.held().isPresent();
        int size = (int) entry.listed().version().size();
        place(entry, isLinked, size);
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.allocate(size));
        return new FileOutcome(
                entry.file(),
                FileState.DONE,
                new Evidence(EvidenceLevel.STREAM, digest.finish()),
                null,
                isLinked ? 0 : size,
                0,
                5,
                null,
                null,
                isLinked ? new Reuse(Reuse.Way.LINKED, size) : Reuse.NONE,
                List.of(),
                null);
    }

    private void place(FileEntry entry, boolean isLinked, int size) {
        WorkArea area = site.destination.workArea(new JobId(99));
        site.destination.makeDirectories(entry.destination().parent(), 0755).forEach(site.destination::forceDirectory);
        if (isLinked) {
            area.link("new", entry.held().orElseThrow().path(), entry.destination());
        } else {
            try (WritableFile file = area.create("new")) {
                file.write(0, ByteBuffer.allocate(size));
                file.setAttributes(entry.listed().version().modified(), 0644);
                file.force();
            }
        }
        area.place("new", entry.destination(), PlaceMode.REPLACE);
    }

    private static Predicate<FileEntry> is(String name) {
        return entry -> entry.source().shown().equals(name);
    }

    /** The files that sessions were given, with what they are linked to. */
    private List<String> given() {
        return site.sessions.begun().stream()
                .flatMap(session -> session.entries.stream())
                .map(entry -> entry.source().shown()
                        + entry.held().map(held -> " -> " + held.path().shown()).orElse(""))
                .toList();
    }

    private void ends(JobId job) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    site.clock.turn(Duration.ofMillis(500));
                    return site.job(job).state().isFinal();
                });
        assertThat(site.job(job).state()).as("%s", site.states(job)).isEqualTo(JobState.SUCCEEDED);
    }

    private long inode(String path) {
        return site.destination
                .status(StorePath.ofUtf8("tree/" + path))
                .orElseThrow()
                .version()
                .inode();
    }

    private List<Event> notes(JobId job) {
        return site.catalog.events().after(job, 0, 1000).stream()
                .filter(event -> event.code().equals(FetchListener.NOT_LINKED))
                .toList();
    }

    @Test
    void oneNameIsTransferredAndTheOthersBecomeLinksOfIt() {
        site.start();
        JobId job = site.submitTree(options);
        ends(job);

        assertThat(given()).containsExactlyInAnyOrder("v1/a", "v1/b", "v2/a -> tree/v1/a", "v3/a -> tree/v1/a");
        assertThat(inode("v2/a")).isEqualTo(inode("v1/a")).isEqualTo(inode("v3/a"));
        assertThat(site.catalog.jobs().counts(job).bytesMoved()).isEqualTo(SIZE + 3);
        assertThat(site.catalog.jobs().counts(job).reused().bytes()).isEqualTo(2L * SIZE);
        assertThat(site.files(job))
                .filteredOn(row -> row.path().shown().endsWith("/a"))
                .extracting(FileRow::evidence)
                .hasSize(3)
                .containsOnly(site.files(job).get(0).evidence());
    }

    @Test
    void namesWaitWithoutATryAndSayForWhich() {
        site.sessions.ends(entry -> is("v1/a").test(entry) ? null : moved(entry));
        site.start();
        JobId job = site.submitTree(options);
        await().until(() -> site.count(job, FileState.WAITING) == 2);
        assertThat(given()).doesNotContain("v2/a", "v3/a");
        FileRow waiting = site.files(job).stream()
                .filter(row -> row.state() == FileState.WAITING)
                .findFirst()
                .orElseThrow();
        assertThat(waiting.trouble().code()).isEqualTo(ErrorCode.HARD_LINK_WAITS);
        assertThat(waiting.trouble().text())
                .contains(site.files(job).get(0).id().toString());
        assertThat(waiting.effort().attempts()).isZero();
    }

    @Test
    void theNextNameIsTransferredIfTheFirstFails() {
        MoverException unreadable = new MoverException(ErrorCode.SOURCE_UNREADABLE, "not for us");
        site.sessions.ends(entry -> is("v1/a").test(entry) ? TestSessions.failed(entry, unreadable) : moved(entry));
        site.start();
        JobId job = site.submitTree(options);
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    site.clock.turn(Duration.ofMillis(500));
                    return site.job(job).state() == JobState.PARTIAL;
                });

        assertThat(given()).containsExactlyInAnyOrder("v1/a", "v1/b", "v2/a", "v3/a -> tree/v2/a");
        assertThat(inode("v3/a")).isEqualTo(inode("v2/a"));
    }

    @Test
    void namesThatAreThereAlreadyAreLinkedToAndASecondRunDoesNothing() {
        site.sources.show("a", new TestTree().names(SIZE, "v1/a"));
        site.start();
        ends(site.submitTree(options));
        site.sources.show("a", new TestTree().names(SIZE, "v1/a", "v2/a", "v3/a"));
        JobId second = site.submitTree(options);
        ends(second);
        assertThat(given()).containsExactlyInAnyOrder("v1/a", "v2/a -> tree/v1/a", "v3/a -> tree/v1/a");
        JobId third = site.submitTree(options);
        ends(third);
        assertThat(site.states(third).values()).containsOnly("SKIPPED_SAME");
    }

    /** It has size and time of the source, and no job brought it. */
    private void held(DigestOrigin origin) {
        StorePath path = StorePath.ofUtf8("tree/v1/a");
        WorkArea area = site.destination.workArea(new JobId(98));
        site.destination.makeDirectories(path.parent(), 0755).forEach(site.destination::forceDirectory);
        try (WritableFile file = area.create("own")) {
            file.write(0, ByteBuffer.allocate(SIZE));
            file.setAttributes(TestTree.MODIFIED, 0644);
            file.force();
        }
        area.place("own", path, PlaceMode.NEW);
        List<HoldingDigest> digests = List.of(new HoldingDigest(Samples.sha256("own"), origin, Instant.EPOCH));
        Holding holding = new Holding(
                new ExportName("in"),
                path,
                null,
                SIZE,
                TestTree.MODIFIED,
                HoldingEvidence.stateOf(digests),
                Instant.EPOCH,
                digests,
                inode("v1/a"),
                Instant.EPOCH,
                null);
        Durable.await(site.catalog.holdings().put(List.of(holding)));
    }

    @ParameterizedTest
    @CsvSource({"READ, false", "RECEIVED, false", "ACCEPTED, false", "STREAM, true", "PUBLISHED, true"})
    void aNameThatIsThereIsLinkedToOnlyIfASourceVouchesForItsBytes(DigestOrigin origin, boolean isLinked) {
        site.sources.show("a", new TestTree().names(SIZE, "v1/a", "v2/a"));
        held(origin);
        site.start();
        ends(site.submitTree(options));
        assertThat(given()).containsExactly(isLinked ? "v2/a -> tree/v1/a" : "v2/a");
    }

    @Test
    void aFileAtTheDestinationThatSomebodyChangedIsNotLinkedTo() {
        site.sources.show("a", new TestTree().names(SIZE, "v1/a", "v2/a", "v3/a"));
        site.sessions.ends(entry -> {
            FileOutcome outcome = moved(entry);
            if (is("v1/a").test(entry)) {
                WorkArea area = site.destination.workArea(new JobId(98));
                area.create("other").close();
                area.place("other", entry.destination(), PlaceMode.REPLACE);
            }
            return outcome;
        });
        site.start();
        ends(site.submitTree(options));

        assertThat(given()).containsExactlyInAnyOrder("v1/a", "v2/a", "v3/a -> tree/v2/a");
    }

    @Test
    void withoutTheOptionEachNameIsAFile() {
        options.hardLinks = JobSettings.HardLinkNames.COPY;
        site.start();
        JobId job = site.submitTree(options);
        ends(job);
        assertThat(given()).containsExactlyInAnyOrder("v1/a", "v1/b", "v2/a", "v3/a");
        assertThat(notes(job)).isEmpty();
    }

    @Test
    void whereTheFileSystemHasNoLinksEachNameIsAFileAndTheJobSaysSoOnce() {
        FileSystemTraits unstable = new FileSystemTraits(FileSystemTraits.Placing.RENAME, false, 1, true, true, true);
        site.destination.abilities(new StoreAbilities(true, false, true, unstable));
        site.start();
        JobId job = site.submitTree(options);
        ends(job);
        assertThat(given()).containsExactlyInAnyOrder("v1/a", "v1/b", "v2/a", "v3/a");
        assertThat(notes(job))
                .singleElement()
                .extracting(Event::text)
                .asString()
                .contains("export 'in'");
    }

    @Test
    void whyLinksAreRefusedIsToldOnce() {
        site.sessions.ends(entry -> {
            entry.held()
                    .ifPresent(held -> site.sessions
                            .last()
                            .listener
                            .onNote(FetchListener.NOT_LINKED, entry.source() + " could not become a hard link"));
            return moved(entry);
        });
        site.start();
        JobId job = site.submitTree(options);
        ends(job);
        assertThat(notes(job)).hasSize(1);
    }

    @Test
    void afterARestartTheOtherNamesAreLinked() {
        site.sessions.ends(entry -> entry.held().isPresent() ? null : moved(entry));
        site.start();
        JobId job = site.submitTree(options);
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            site.clock.turn(Duration.ofMillis(500));
            return given().contains("v3/a -> tree/v1/a");
        });
        site.sessions.ends(this::moved);
        site.crashAndStart();
        ends(job);
        assertThat(inode("v2/a")).isEqualTo(inode("v1/a")).isEqualTo(inode("v3/a"));
        assertThat(Map.copyOf(site.states(job)).values()).containsOnly("DONE");
    }
}
