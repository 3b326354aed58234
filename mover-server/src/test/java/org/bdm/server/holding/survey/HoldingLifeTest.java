package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyOptions;
import org.bdm.server.catalog.survey.SurveyState;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingList;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.interchange.read.ListReader;
import org.bdm.server.interchange.write.DigestListWriter;
import org.bdm.server.site.access.OwnSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person works on the disk under held files: what each verb says of them, in any order, and that no evidence is lost. */
class HoldingLifeTest {
    private static final String ALL = "bdm://here/in/";
    private static final String DIRECTORY = "CMIP6/CMIP/INST/MODEL/historical/r1i1p1f1/Amon/tas/gn/v20200101/";
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final String FILE = DIRECTORY + "f.nc";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05.678Z");

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() throws IOException {
        tree = new HeldTree(home);
        transferred(DIRECTORY + "other.nc", "other bytes");
        transferred(FILE, "right bytes");
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private void transferred(String path, String content) throws IOException {
        transferred(path, content, DATASET);
    }

    private void transferred(String path, String content, String dataset) throws IOException {
        Path file = tree.write(path, content);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        HoldingDigest digest = new HoldingDigest(
                PublishedDataset.sha256(content), DigestOrigin.STREAM, Instant.parse("2026-01-01T00:00:00Z"));
        tree.records
                .record(List.of(new HoldingNotice(
                        HeldTree.IN,
                        StorePath.ofUtf8(path),
                        dataset,
                        content.length(),
                        LONG_AGO,
                        HoldingEvent.TRANSFERRED,
                        List.of(digest),
                        (Long) Files.getAttribute(file, "unix:ino"),
                        null,
                        HoldingNotice.Cause.of("job-1"))))
                .join();
    }

    private Path file() {
        return tree.directory.resolve(FILE);
    }

    private HoldingState state() {
        return tree.holding(FILE).state();
    }

    private List<FindingKind> found(SurveyKind kind) {
        return tree.findings(tree.survey(kind, ALL)).stream().map(Finding::kind).toList();
    }

    private List<HistoryEvent> history() {
        return tree.catalog.holdingHistory().of(HeldTree.IN, StorePath.ofUtf8(FILE), 0, 100).stream()
                .map(HistoryEntry::event)
                .toList();
    }

    private HoldingList.Result listed(String line) throws IOException {
        HoldingList list = new HoldingList(tree.exports, Endpoint.parse(ALL), tree.records, tree.clock, 1000);
        new ListReader().read(new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), list);
        return list.finish();
    }

    private String line(String content) {
        return PublishedDataset.sha256(content).hex() + "  " + FILE + "\n";
    }

    @Test
    @Tag("H1")
    @Tag("H2")
    void aChangedFileIsAFindingOfEveryScanKeepsItsEvidenceAndIsDamagedWhenItIsRead() throws IOException {
        Files.writeString(file(), "other bytes of another size");
        assertThat(found(SurveyKind.SCAN)).containsExactly(FindingKind.DIFFERENT);
        assertThat(found(SurveyKind.SCAN)).as("and of the next").containsExactly(FindingKind.DIFFERENT);
        Holding changed = tree.holding(FILE);
        assertThat(changed.state()).isEqualTo(HoldingState.CHANGED);
        assertThat(changed.digests()).extracting(HoldingDigest::origin).containsExactly(DigestOrigin.STREAM);
        assertThat(found(SurveyKind.VERIFY)).containsExactly(FindingKind.DIFFERENT);
        assertThat(state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(tree.holding(FILE).digests()).isEqualTo(changed.digests());
        assertThat(history()).containsExactly(HistoryEvent.CHANGED, HistoryEvent.DAMAGED);
    }

    @Test
    @Tag("H1")
    void onlyTheWordOfAPersonMakesChangedBytesAHoldingAndThatIsKept() throws IOException {
        Files.writeString(file(), "corrected");
        Survey begun = tree.surveys
                .begin(SurveyKind.SCAN, "ann", ALL, new SurveyOptions(false, "metadata corrected"))
                .join();
        Awaitility.await()
                .until(() -> tree.catalog
                                .surveys()
                                .find(begun.number())
                                .orElseThrow()
                                .state()
                        == SurveyState.DONE);
        assertThat(state()).isEqualTo(HoldingState.UNVERIFIED);
        HistoryEntry kept = tree.catalog
                .holdingHistory()
                .of(HeldTree.IN, StorePath.ofUtf8(FILE), 0, 100)
                .get(0);
        assertThat(kept.event()).isEqualTo(HistoryEvent.ACCEPTED);
        assertThat(kept.by()).isEqualTo("ann");
        assertThat(kept.reason()).startsWith("metadata corrected");
        assertThat(kept.before().digests())
                .extracting(HoldingDigest::digest)
                .containsExactly(PublishedDataset.sha256("right bytes"));
        assertThat(found(SurveyKind.VERIFY)).isEmpty();
        assertThat(state()).as("read, and vouched for by nobody").isEqualTo(HoldingState.READ);
        assertThat(tree.catalog.holdings().ofDatasets(List.of(DATASET)).values())
                .singleElement()
                .satisfies(held -> {
                    assertThat(held.files()).isEqualTo(2);
                    assertThat(held.ownDigests()).as("verified").isEqualTo(1);
                });
    }

    @Test
    @Tag("H4")
    void aTrueListAgainstBytesOfNobodyIsCountedAndDamageThatCanBeRepaired() throws IOException {
        Files.writeString(tree.write(DIRECTORY + "n.nc", "wrong"), "wrong");
        tree.survey(SurveyKind.SCAN, ALL);
        tree.survey(SurveyKind.VERIFY, ALL);
        assertThat(tree.holding(DIRECTORY + "n.nc").state()).isEqualTo(HoldingState.READ);
        HoldingList.Result list = listed(line("right").replace("f.nc", "n.nc"));
        assertThat(list.different()).isEqualTo(1);
        assertThat(list.troubles())
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.reason()).contains("DAMAGED", "bdm-client repair"));
        assertThat(tree.holding(DIRECTORY + "n.nc").state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(tree.catalog.scrubs().exceptional(HoldingState.DAMAGED)).isPresent();

        Files.writeString(file(), "changed");
        tree.survey(SurveyKind.SCAN, ALL);
        assertThat(listed(line("right bytes")).different()).as("it changed").isEqualTo(1);
        assertThat(state()).isEqualTo(HoldingState.CHANGED);
    }

    @Test
    @Tag("H5")
    @Tag("H6")
    void everySurveyRecordsThatAFileIsGone() throws IOException {
        for (SurveyKind kind : SurveyKind.values()) {
            transferred(FILE, "right bytes");
            assertThat(state()).isEqualTo(HoldingState.VERIFIED);
            Files.delete(file());
            assertThat(found(kind)).as("%s", kind).containsExactly(FindingKind.MISSING);
            assertThat(state()).as("%s", kind).isEqualTo(HoldingState.MISSING);
            assertThat(tree.catalog.scrubs().exceptional(HoldingState.MISSING)).isPresent();
            assertThat(tree.holding(FILE).digests()).isNotEmpty();
        }
    }

    @Test
    @Tag("H5")
    void anExportThatIsEmptyMayNotBeMountedAndNothingIsRecorded() throws IOException {
        Files.move(tree.directory.resolve("CMIP6"), home.resolve("away"));
        for (SurveyKind kind : SurveyKind.values()) {
            Survey survey = tree.survey(kind, ALL);
            assertThat(survey.failure()).as("%s", kind).isNotNull();
            assertThat(survey.failure().code()).isEqualTo(ErrorCode.EXPORT_MISSING);
            assertThat(state()).isEqualTo(HoldingState.VERIFIED);
        }
        Files.move(home.resolve("away"), tree.directory.resolve("CMIP6"));
        assertThat(found(SurveyKind.RECONCILE)).isEmpty();
        assertThat(state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    @Tag("H9")
    void noFindingOfOurOwnDiskSpeaksOfASource() throws IOException {
        Files.delete(file());
        Files.createSymbolicLink(file(), Path.of("nowhere.nc"));
        for (SurveyKind kind : SurveyKind.values()) {
            assertThat(tree.findings(tree.survey(kind, ALL)))
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.text()).doesNotContain("source"));
        }
    }

    private interface Change {
        void make(Path file) throws IOException;
    }

    private Map<String, Change> changes() {
        Map<String, Change> changes = new LinkedHashMap<>();
        changes.put("changed, same size", file -> Files.writeString(file, "RIGHT BYTES"));
        changes.put("changed, other size", file -> Files.writeString(file, "other bytes of another size"));
        changes.put("changed, size and time put back", file -> {
            Files.writeString(file, "RIGHT BYTES");
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        });
        changes.put("truncated", file -> Files.write(file, new byte[0]));
        changes.put(
                "touched: same bytes, new time", file -> Files.setLastModifiedTime(file, FileTime.from(Instant.now())));
        changes.put("restored from a backup with its old time", file -> {
            Files.delete(file);
            Files.writeString(file, "right bytes");
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        });
        changes.put("replaced by a link to another file", file -> {
            Files.delete(file);
            Files.createSymbolicLink(file, tree.write("elsewhere/x", "linked to other bytes"));
        });
        changes.put("replaced by a link to nothing", file -> {
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of("nowhere"));
        });
        changes.put("replaced by a directory", file -> {
            Files.delete(file);
            Files.createDirectory(file);
        });
        changes.put("replaced by a named pipe", file -> {
            Files.delete(file);
            pipe(file);
        });
        changes.put("made sparse: same size, no data", file -> {
            try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
                opened.truncate(0);
                opened.write(ByteBuffer.allocate(1), "right bytes".length() - 1);
            }
        });
        changes.put(
                "touched with a time in the future",
                file -> Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2100-01-01T00:00:00Z"))));
        changes.put("removed", Files::delete);
        changes.put("renamed", file -> Files.move(file, file.resolveSibling("g.nc")));
        changes.put("renamed in case only", file -> Files.move(file, file.resolveSibling("F.NC")));
        changes.put(
                "moved to another export",
                file -> Files.move(
                        file, Files.createTempDirectory(home, "other").resolve("f.nc")));
        return changes;
    }

    private static void pipe(Path file) throws IOException {
        try {
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                    .isZero();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Each change in a dataset of its own. */
    private static String dataset(int number) {
        return DATASET.replace(".tas.", ".t" + number + ".");
    }

    private static String path(int number) {
        return FILE.replace("/tas/", "/t" + number + "/");
    }

    private void reset(List<Change> changes) throws IOException {
        tree.close();
        tree = new HeldTree(Files.createTempDirectory(home, "again"));
        for (int at = 0; at < changes.size(); at++) {
            transferred(path(at).replace("f.nc", "other.nc"), "other bytes", dataset(at));
            transferred(path(at), "right bytes", dataset(at));
            changes.get(at).make(tree.directory.resolve(path(at)));
        }
    }

    /** State and findings of each file. */
    private List<String> after(SurveyKind kind, int files) {
        List<Finding> findings = tree.findings(tree.survey(kind, ALL));
        List<String> cells = new ArrayList<>();
        for (int at = 0; at < files; at++) {
            String path = path(at);
            String kinds = findings.stream()
                    .filter(finding -> finding.path().shown().equals(path))
                    .map(finding -> ", " + finding.kind())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining());
            cells.add(isHeld(path) ? "`" + tree.holding(path).state() + "`" + kinds : "goes to the new name, MOVED");
        }
        return cells;
    }

    private boolean isHeld(String path) {
        StorePath place = StorePath.ofUtf8(path);
        return tree.catalog.holdings().find(HeldTree.IN, List.of(place)).containsKey(place);
    }

    private String manifest(String dataset) throws IOException {
        ManifestFiles files = new ManifestFiles(
                tree.catalog,
                tree.exports,
                new OwnSite(new SiteName("here"), new NodeId("a".repeat(64)), "127.0.0.1:1"));
        try {
            files.write(
                    dataset,
                    new ManifestFiles.Choice(holding -> List.of(), false, false),
                    new DigestListWriter(
                            ChecksumAlgorithm.SHA256,
                            DigestListWriter.PathForm.RELATIVE,
                            OutputStream.nullOutputStream()));
            return "lists it";
        } catch (MoverException e) {
            return "refuses it";
        }
    }

    /** What others make of a file once it was verified. */
    private String others(int number) throws IOException {
        HoldingState state = tree.holding(path(number)).state();
        boolean isRepaired = state == HoldingState.DAMAGED || state == HoldingState.MISSING;
        int files = tree.catalog
                .holdings()
                .ofDatasets(List.of(dataset(number)))
                .values()
                .iterator()
                .next()
                .files();
        return (state.isUsable() ? "nothing" : "an item") + " | " + (isRepaired ? "fetches it" : "leaves it") + " | "
                + (files == 2 ? "counts it" : "does not count it") + " | " + manifest(dataset(number));
    }

    @Test
    @Tag("H10")
    void theTableOfTheDocumentSaysWhatEachVerbDoes() throws IOException {
        List<String> names = List.copyOf(changes().keySet());
        List<Change> changes = List.copyOf(changes().values());
        Map<SurveyKind, List<String>> cells = new EnumMap<>(SurveyKind.class);
        for (SurveyKind kind : List.of(SurveyKind.SCAN, SurveyKind.RECONCILE, SurveyKind.VERIFY)) {
            reset(changes);
            cells.put(kind, after(kind, changes.size()));
        }
        List<String> rows = new ArrayList<>();
        for (int at = 0; at < names.size(); at++) {
            rows.add("| " + names.get(at) + " | " + cells.get(SurveyKind.SCAN).get(at) + " | "
                    + cells.get(SurveyKind.RECONCILE).get(at) + " | "
                    + cells.get(SurveyKind.VERIFY).get(at) + " | " + others(at) + " |");
        }
        Path document = Path.of("..", "docs", "holdings.md");
        assertThat(Files.readString(document).lines())
                .as(String.join("\n", rows))
                .containsSubsequence(rows);
    }

    @Test
    @Tag("H10")
    void inWhateverOrderTheVerbsAreCalledTheLastWordIsThatOfTheBytesAndNoEvidenceIsLost() throws IOException {
        SurveyKind scan = SurveyKind.SCAN;
        SurveyKind reconcile = SurveyKind.RECONCILE;
        SurveyKind verify = SurveyKind.VERIFY;
        Map<String, Change> all = changes();
        all.remove("renamed in case only");
        all.remove("renamed"); // its holding goes to another name: MovedHoldingsTest
        List<String> names = List.copyOf(all.keySet());
        List<Change> changes = List.copyOf(all.values());
        List<List<HoldingState>> ends = new ArrayList<>();
        for (List<SurveyKind> order : List.of(
                List.of(verify),
                List.of(reconcile, scan, verify),
                List.of(verify, scan, reconcile, verify),
                List.of(scan, scan, reconcile, verify, scan))) {
            reset(changes);
            for (SurveyKind kind : order) tree.survey(kind, ALL);
            List<HoldingState> states = new ArrayList<>();
            for (int at = 0; at < changes.size(); at++) {
                Holding holding = tree.holding(path(at));
                states.add(holding.state());
                assertThat(holding.digests())
                        .as(names.get(at))
                        .anyMatch(known -> known.origin() == DigestOrigin.STREAM
                                && known.digest().equals(PublishedDataset.sha256("right bytes")));
            }
            ends.add(states);
        }
        assertThat(ends).as("%s", names).allMatch(ends.get(0)::equals);
    }
}
