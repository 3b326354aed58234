package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.bdm.server.holding.record.HoldingList;
import org.bdm.server.interchange.read.ListReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans, lists, comparisons and verifications of a real directory. */
class HoldingSurveysTest {
    private static final String DRS = "CMIP6/CMIP/INST/MODEL/historical/r1i1p1f1/Amon/tas/gn/";
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final String ALL = "bdm://here/in/";
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05.678Z");

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private static Checksum sha256(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }

    private HoldingList.Result list(String lines, String root) throws IOException {
        HoldingList list = new HoldingList(
                tree.exports, root == null ? null : Endpoint.parse(root), tree.records, tree.clock, 1000);
        new ListReader().read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), list);
        return list.finish();
    }

    @Test
    void aScanAdoptsFilesWithTheDatasetsOfTheirDirectories() throws IOException {
        tree.write(DRS + "v20200101/a.nc", "aaa");
        tree.write("notes/readme.txt", "x");
        Files.createDirectories(tree.directory.resolve(DRS + "v20200102"));
        Files.createSymbolicLink(tree.directory.resolve(DRS + "v20200102/a.nc"), Path.of("../v20200101/a.nc"));
        Files.createSymbolicLink(tree.directory.resolve(DRS + "latest"), Path.of("v20200102"));

        Survey survey = tree.survey(SurveyKind.SCAN, ALL);
        assertThat(survey.state()).isEqualTo(SurveyState.DONE);
        assertThat(survey.progress()).isEqualTo(new Survey.Progress(3, 7, 0));
        assertThat(tree.holdings())
                .extracting(found -> found.path().shown(), Holding::dataset, Holding::size, Holding::state)
                .containsExactlyInAnyOrder(
                        tuple(DRS + "v20200101/a.nc", DATASET, 3L, HoldingState.UNVERIFIED),
                        tuple(DRS + "v20200102/a.nc", DATASET.replace("0101", "0102"), 3L, HoldingState.UNVERIFIED),
                        tuple("notes/readme.txt", null, 1L, HoldingState.UNVERIFIED));
    }

    @Test
    void whatCannotBeLookedAtIsToldAndTheRestIsAdopted() throws IOException {
        tree.write("a.nc", "aaa");
        Files.createSymbolicLink(tree.directory.resolve("b.nc"), Path.of("gone.nc"));
        Survey survey = tree.survey(SurveyKind.SCAN, ALL);
        assertThat(tree.findings(survey))
                .extracting(Finding::kind, finding -> finding.path().shown())
                .containsExactly(tuple(FindingKind.UNREADABLE, "b.nc"));
        assertThat(tree.holdings()).hasSize(1);
    }

    @Test
    void aListOfDigestsIsEvidenceWithoutReadingAnything() throws IOException {
        tree.write(DRS + "v20200101/a.nc", "aaa");
        String lines = sha256("aaa").hex() + "  " + DRS + "v20200101/a.nc\n"
                + sha256("b").hex() + "  gone.nc\n" + "nonsense\n";
        HoldingList.Result result = list(lines, ALL);
        assertThat(result.adopted()).isEqualTo(1);
        assertThat(result.missing()).isEqualTo(1);
        assertThat(result.refused()).isEqualTo(1);
        assertThat(result.troubles()).extracting(HoldingList.Line::number).containsExactly(2L, 3L);
        Holding adopted = tree.holding(DRS + "v20200101/a.nc");
        assertThat(adopted.state()).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(adopted.dataset()).isEqualTo(DATASET);
        assertThat(adopted.digests())
                .extracting(HoldingDigest::digest, HoldingDigest::origin)
                .containsExactly(tuple(sha256("aaa"), DigestOrigin.LISTED));
    }

    @Test
    void absolutePathsOfAMapfileAreFoundInTheExportThatHasThem() throws IOException {
        Path file = tree.write("elsewhere/a.nc", "aaa");
        String line = DATASET + " | " + file + " | %d | mod_time=1.0 | checksum="
                + sha256("aaa").hex() + " | checksum_type=SHA256\n";
        assertThat(list(line.formatted(3), null).adopted()).isEqualTo(1);
        assertThat(tree.holding("elsewhere/a.nc").dataset()).isEqualTo(DATASET);

        HoldingList.Result other = list(line.formatted(4), null);
        assertThat(other.different()).isEqualTo(1);
        assertThat(tree.holding("elsewhere/a.nc").state()).isEqualTo(HoldingState.DAMAGED);

        HoldingList.Result relative = list(sha256("aaa").hex() + "  elsewhere/a.nc\n", null);
        assertThat(relative.troubles().get(0).reason()).contains("--root");
        HoldingList.Result outside = list(sha256("aaa").hex() + "  /etc/passwd\n", null);
        assertThat(outside.missing()).isEqualTo(1);
    }

    @Test
    void everyPlantedDifferenceIsFoundAndNoOther() throws IOException {
        for (int i = 0; i < 200; i++) tree.write(DRS + "v20200101/f" + i + ".nc", "content " + i);
        tree.survey(SurveyKind.SCAN, ALL);
        assertThat(tree.findings(tree.survey(SurveyKind.RECONCILE, ALL))).isEmpty();

        Map<String, FindingKind> planted = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
            plant(planted, FindingKind.MISSING, i, path -> Files.delete(path));
            plant(planted, FindingKind.DIFFERENT, 10 + i, path -> Files.writeString(path, "longer than it was"));
            plant(
                    planted,
                    FindingKind.DIFFERENT,
                    20 + i,
                    path -> Files.setLastModifiedTime(path, FileTime.from(LONG_AGO)));
            tree.write(DRS + "v20200101/new" + i + ".nc", "new");
            planted.put(DRS + "v20200101/new" + i + ".nc", FindingKind.EXTRA);
        }
        mark(planted, FindingKind.SUPERSEDED, 30, HoldingState.SUPERSEDED);
        mark(planted, FindingKind.RETRACTED, 40, HoldingState.RETRACTED);
        assertThat(planted).hasSize(30);

        Survey survey = tree.survey(SurveyKind.RECONCILE, ALL);
        Map<String, FindingKind> found = new TreeMap<>();
        List<Finding> findings = tree.findings(survey);
        findings.forEach(finding -> found.put(finding.path().shown(), finding.kind()));
        assertThat(found).isEqualTo(planted);
        assertThat(findings).hasSize(30);
        assertThat(survey.progress().findings()).isEqualTo(30);
    }

    private interface Change {
        void make(Path path) throws IOException;
    }

    private void plant(Map<String, FindingKind> planted, FindingKind kind, int number, Change change)
            throws IOException {
        String path = DRS + "v20200101/f" + number + ".nc";
        change.make(tree.directory.resolve(path));
        planted.put(path, kind);
    }

    private void mark(Map<String, FindingKind> planted, FindingKind kind, int first, HoldingState state) {
        List<Holding> marked = new ArrayList<>();
        for (int i = first; i < first + 5; i++) {
            Holding known = tree.holding(DRS + "v20200101/f" + i + ".nc");
            planted.put(known.path().shown(), kind);
            marked.add(new Holding(
                    known.export(),
                    known.path(),
                    known.dataset(),
                    known.size(),
                    known.modified(),
                    state,
                    known.since(),
                    known.digests(),
                    0,
                    null,
                    null));
        }
        tree.catalog.holdings().put(marked).join();
    }

    @Test
    void verifyingFindsDamageDisputesAndWhatIsGone() throws IOException {
        tree.write(DRS + "v20200101/good.nc", "good");
        Path damaged = tree.write(DRS + "v20200101/damaged.nc", "before");
        tree.write(DRS + "v20200101/wrong.nc", "wrong");
        Path gone = tree.write(DRS + "v20200101/gone.nc", "gone");
        list(
                sha256("good").hex() + "  " + DRS + "v20200101/good.nc\n"
                        + sha256("right").hex() + "  " + DRS + "v20200101/wrong.nc\n",
                ALL);
        tree.survey(SurveyKind.SCAN, ALL);
        assertThat(tree.findings(tree.survey(SurveyKind.VERIFY, DATASET))).hasSize(1);
        assertThat(tree.holding(DRS + "v20200101/good.nc").digests())
                .extracting(HoldingDigest::origin)
                .containsExactlyInAnyOrder(DigestOrigin.LISTED, DigestOrigin.PUBLISHED);
        assertThat(tree.holding(DRS + "v20200101/damaged.nc").state()).isEqualTo(HoldingState.READ);
        assertThat(tree.holding(DRS + "v20200101/wrong.nc").state()).isEqualTo(HoldingState.DAMAGED);

        FileTime time = Files.getLastModifiedTime(damaged);
        Files.writeString(damaged, "behind");
        Files.setLastModifiedTime(damaged, time);
        Files.delete(gone);
        Survey survey = tree.survey(SurveyKind.VERIFY, ALL + DRS + "v20200101");
        assertThat(survey.progress().files()).isEqualTo(3);
        assertThat(tree.findings(survey))
                .extracting(Finding::kind, finding -> finding.path().name().shown())
                .containsExactlyInAnyOrder(
                        tuple(FindingKind.DIFFERENT, "damaged.nc"),
                        tuple(FindingKind.DIFFERENT, "wrong.nc"),
                        tuple(FindingKind.MISSING, "gone.nc"));
        assertThat(tree.holding(DRS + "v20200101/damaged.nc").state()).isEqualTo(HoldingState.DAMAGED);
        Files.writeString(damaged, "before");
        tree.survey(SurveyKind.VERIFY, DATASET);
        assertThat(tree.holding(DRS + "v20200101/damaged.nc").state()).isEqualTo(HoldingState.READ);
        assertThat(tree.holding(DRS + "v20200101/gone.nc").state()).isEqualTo(HoldingState.MISSING);
    }

    @Test
    void whatWasOpenWhenTheProcessEndedBeginsAgain() {
        tree.write("a.nc", "aaa");
        tree.surveys.close();
        Survey begun = tree.catalog
                .surveys()
                .begin(SurveyKind.SCAN, "ann", ALL, false, OptionalLong.empty(), 10)
                .join();
        tree.restart();
        Awaitility.await()
                .until(() -> tree.catalog
                                .surveys()
                                .find(begun.number())
                                .orElseThrow()
                                .state()
                        == SurveyState.DONE);
        assertThat(tree.holdings()).hasSize(1);
    }

    @Test
    void onlyWhatThisSiteHasIsLookedAt() {
        for (String subject : List.of("bdm://there/in/", "bdm://here/nowhere/", "somewhere")) {
            assertThatThrownBy(() -> tree.surveys.begin(SurveyKind.SCAN, "ann", subject, false))
                    .isInstanceOf(MoverException.class);
        }
        Survey survey = tree.survey(SurveyKind.SCAN, ALL + "nothing");
        assertThat(survey.state()).isEqualTo(SurveyState.FAILED);
        assertThat(survey.failure()).isNotNull().extracting(Failure::code).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
    }
}
