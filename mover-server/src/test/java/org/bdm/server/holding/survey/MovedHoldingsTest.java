package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.HistoryEvent;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingNotice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that a person renamed is the same file: its holding goes along with all evidence, and nothing is fetched again. */
@Tag("H7")
class MovedHoldingsTest {
    private static final String ALL = "bdm://here/in";
    private static final String MODEL = "CMIP6/CMIP/INST/MODEL/historical/r1i1p1f1/Amon/tas/gn/";
    private static final String FILE = MODEL + "v20200101/f.nc";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05.678Z");

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() throws IOException {
        tree = new HeldTree(home);
        transferred(MODEL + "v20200101/other.nc", "other bytes");
        transferred(FILE, "right bytes");
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private void transferred(String path, String content) throws IOException {
        Path file = tree.write(path, content);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        HoldingDigest digest = new HoldingDigest(
                PublishedDataset.sha256(content), DigestOrigin.STREAM, Instant.parse("2026-01-01T00:00:00Z"));
        tree.records
                .record(List.of(new HoldingNotice(
                        HeldTree.IN,
                        StorePath.ofUtf8(path),
                        "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101",
                        content.length(),
                        LONG_AGO,
                        HoldingEvent.TRANSFERRED,
                        List.of(digest),
                        (Long) Files.getAttribute(file, "unix:ino"),
                        null,
                        HoldingNotice.Cause.of("job-1"))))
                .join();
    }

    private void rename(String from, String to) throws IOException {
        Path target = tree.directory.resolve(to);
        Files.createDirectories(target.getParent());
        Files.move(tree.directory.resolve(from), target);
    }

    private List<Finding> findings(SurveyKind kind) {
        return tree.findings(tree.survey(kind, ALL));
    }

    private boolean isHeld(String path) {
        StorePath place = StorePath.ofUtf8(path);
        return tree.catalog.holdings().find(HeldTree.IN, List.of(place)).containsKey(place);
    }

    private List<HistoryEvent> history(String path) {
        return tree.catalog.holdingHistory().of(HeldTree.IN, StorePath.ofUtf8(path), 0, 100).stream()
                .map(HistoryEntry::event)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"SCAN", "RECONCILE"})
    void aRenamedFileKeepsItsEvidenceUnderItsNewName(SurveyKind kind) throws IOException {
        String renamed = MODEL + "v20200101/renamed.nc";
        rename(FILE, renamed);
        assertThat(findings(kind)).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.MOVED);
            assertThat(finding.path()).isEqualTo(StorePath.ofUtf8(renamed));
            assertThat(finding.text()).contains(FILE);
        });
        assertThat(isHeld(FILE)).isFalse();
        Holding holding = tree.holding(renamed);
        assertThat(holding.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(holding.digests()).extracting(HoldingDigest::origin).containsExactly(DigestOrigin.STREAM);
        assertThat(history(FILE)).containsExactly(HistoryEvent.MOVED);
        assertThat(history(renamed)).containsExactly(HistoryEvent.MOVED);
        assertThat(findings(SurveyKind.VERIFY)).isEmpty();
        assertThat(findings(kind)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"SCAN", "RECONCILE"})
    void aRenamedDatasetMovesWholeAndIsTheDatasetOfItsNewDirectories(SurveyKind kind) throws IOException {
        rename(MODEL + "v20200101", MODEL + "v20200202");
        assertThat(findings(kind)).extracting(Finding::kind).containsOnly(FindingKind.MOVED);
        Holding holding = tree.holding(MODEL + "v20200202/f.nc");
        assertThat(holding.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(holding.dataset()).endsWith("v20200202");
        assertThat(isHeld(FILE)).isFalse();
        assertThat(isHeld(MODEL + "v20200101/other.nc")).isFalse();
    }

    @Test
    void aCopyOfAFileThatIsGoneIsNotThatFile() throws IOException {
        Path copy = tree.directory.resolve(MODEL + "v20200101/copy.nc");
        Files.copy(tree.directory.resolve(FILE), copy, StandardCopyOption.COPY_ATTRIBUTES);
        Files.delete(tree.directory.resolve(FILE));
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MISSING);
        assertThat(tree.holding(FILE).state()).isEqualTo(HoldingState.MISSING);
        assertThat(tree.holding(MODEL + "v20200101/copy.nc").state()).isEqualTo(HoldingState.UNVERIFIED);
    }

    @Test
    void aSecondNameOfAFileThatIsThereTakesNothingFromIt() throws IOException {
        Files.createLink(tree.directory.resolve(MODEL + "v20200101/second.nc"), tree.directory.resolve(FILE));
        assertThat(findings(SurveyKind.SCAN)).isEmpty();
        assertThat(tree.holding(FILE).state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(tree.holding(MODEL + "v20200101/second.nc").state()).isEqualTo(HoldingState.UNVERIFIED);
    }

    @Test
    void aFileThatWasMissingIsFoundUnderItsNewNameByALaterScanAndIsToBeRead() throws IOException {
        String renamed = "elsewhere/renamed.nc";
        rename(FILE, renamed);
        assertThat(tree.findings(tree.survey(SurveyKind.SCAN, ALL + "/CMIP6")))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.MISSING);
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MOVED);
        assertThat(tree.holding(renamed).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(findings(SurveyKind.VERIFY)).isEmpty();
        assertThat(tree.holding(renamed).state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void aFileWhosePlaceSomethingElseHadMeanwhileIsToBeReadUnderItsNewName() throws IOException {
        String renamed = MODEL + "v20200101/renamed.nc";
        rename(FILE, renamed);
        tree.write(FILE, "bytes of another size");
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.DIFFERENT);
        Files.delete(tree.directory.resolve(FILE));
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MOVED);
        assertThat(tree.holding(renamed).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(findings(SurveyKind.SCAN)).isEmpty();
        assertThat(tree.holding(renamed).state())
                .as("a look vouches for nothing")
                .isEqualTo(HoldingState.UNVERIFIED);
        assertThat(findings(SurveyKind.VERIFY)).isEmpty();
        assertThat(tree.holding(renamed).state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void aNameThatWasTakenUpWithoutEvidenceGetsThatOfTheFile() throws IOException {
        String renamed = "elsewhere/renamed.nc";
        rename(FILE, renamed);
        tree.survey(SurveyKind.SCAN, ALL + "/elsewhere");
        assertThat(tree.holding(renamed).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MOVED);
        assertThat(tree.holding(renamed).state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void damagedBytesAreNotRightBecauseTheyWereRenamed() throws IOException {
        Files.writeString(tree.directory.resolve(FILE), "RIGHT BYTES");
        Files.setLastModifiedTime(tree.directory.resolve(FILE), FileTime.from(LONG_AGO));
        assertThat(findings(SurveyKind.VERIFY)).extracting(Finding::kind).containsExactly(FindingKind.DIFFERENT);
        rename(FILE, MODEL + "v20200101/renamed.nc");
        findings(SurveyKind.SCAN);
        assertThat(tree.holding(MODEL + "v20200101/renamed.nc").state()).isEqualTo(HoldingState.DAMAGED);
    }

    private Path moveToOther(String from, String to) throws IOException {
        Path target = tree.otherDirectory.resolve(to);
        Files.createDirectories(target.getParent());
        return Files.move(tree.directory.resolve(from), target);
    }

    private List<Finding> findingsOfOther(SurveyKind kind) {
        return tree.findings(tree.survey(kind, "bdm://here/other"));
    }

    private Holding atOther(String path) {
        StorePath place = StorePath.ofUtf8(path);
        return tree.catalog.holdings().find(HeldTree.OTHER, List.of(place)).get(place);
    }

    @ParameterizedTest
    @EnumSource(names = {"SCAN", "RECONCILE"})
    void aFileThatWasMovedToAnotherExportTakesItsEvidenceAlongAndIsVouchedForWhenItWasRead(SurveyKind kind)
            throws IOException {
        String deeper = "disk2/" + MODEL + "v20200101/f.nc";
        moveToOther(FILE, deeper);
        moveToOther(MODEL + "v20200101/other.nc", MODEL + "v20200101/other.nc");
        assertThat(findingsOfOther(kind)).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.MOVED);
            assertThat(finding.export()).isEqualTo(HeldTree.OTHER);
            assertThat(finding.text()).contains("was in/CMIP6", "verify");
        });
        assertThat(isHeld(FILE)).isFalse();
        assertThat(atOther(deeper).state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(history(FILE)).containsExactly(HistoryEvent.MOVED);
        assertThat(tree.findings(tree.survey(SurveyKind.VERIFY, "bdm://here/other")))
                .isEmpty();
        assertThat(atOther(deeper).state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(atOther(deeper).digests()).extracting(HoldingDigest::origin).contains(DigestOrigin.STREAM);
        assertThat(findings(SurveyKind.RECONCILE)).isEmpty();
    }

    @Test
    void aFileThatWasMissingFirstIsFoundAtTheOtherExportLater() throws IOException {
        moveToOther(FILE, FILE);
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MISSING);
        assertThat(findingsOfOther(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MOVED);
        assertThat(isHeld(FILE)).isFalse();
    }

    @Test
    void aCopyOrASecondNameAtAnotherExportTakesNothing() throws IOException {
        Path copy = tree.otherDirectory.resolve(FILE);
        Files.createDirectories(copy.getParent());
        Files.copy(tree.directory.resolve(FILE), copy, StandardCopyOption.COPY_ATTRIBUTES);
        Path second = copy.resolveSibling("other.nc");
        Files.createLink(second, tree.directory.resolve(MODEL + "v20200101/other.nc"));
        Files.delete(tree.directory.resolve(FILE));
        assertThat(findingsOfOther(SurveyKind.SCAN)).isEmpty();
        assertThat(isHeld(FILE)).isTrue();
        assertThat(tree.holding(MODEL + "v20200101/other.nc").state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(atOther(FILE).digests()).isEmpty();
        assertThat(findings(SurveyKind.SCAN)).extracting(Finding::kind).containsExactly(FindingKind.MISSING);
    }

    @Test
    void anExportThatIsNotMountedLosesNothingToAnother() throws IOException {
        moveToOther(FILE, FILE);
        Files.move(tree.directory, tree.directory.resolveSibling("away"));
        Files.createDirectory(tree.directory);
        assertThat(findingsOfOther(SurveyKind.SCAN)).isEmpty();
        assertThat(isHeld(FILE)).isTrue();
    }
}
