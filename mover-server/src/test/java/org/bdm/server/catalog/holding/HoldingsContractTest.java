package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.sha256;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class HoldingsContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final ExportName OLD = new ExportName("old");
    private static final String DATASET = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final Instant MODIFIED = Instant.parse("2019-01-01T00:00:00.123456789Z");
    private static final Instant KNOWN = Instant.parse("2026-11-20T10:00:00.123Z");

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        HoldingSideTablesCheck.of(open);
        open.close();
    }

    private static Holding holding(
            ExportName export, String path, String dataset, HoldingState state, HoldingDigest... digests) {
        return new Holding(
                export, StorePath.ofUtf8(path), dataset, 10, MODIFIED, state, KNOWN, List.of(digests), 0, null, null);
    }

    private static HoldingDigest listed(String content) {
        return new HoldingDigest(sha256(content), DigestOrigin.LISTED, KNOWN);
    }

    private static HoldingDigest computed(String content) {
        return new HoldingDigest(sha256(content), DigestOrigin.READBACK, KNOWN);
    }

    private void put(Holding... holdings) {
        open.catalog.holdings().put(List.of(holdings)).join();
    }

    private static Connection connected(CatalogLocation at) throws SQLException {
        return DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password() == null ? "" : at.password());
    }

    private long number(String query) {
        return open.database().read(sql -> sql.number(query));
    }

    private List<Holding> page(String dataset, HoldingState state, ExportName export, String below, int rows) {
        List<Holding> all = new ArrayList<>();
        String cursor = null;
        do {
            RowPage<Holding> page = open.catalog
                    .holdings()
                    .page(new HoldingQuery(dataset, state, export, StorePath.ofUtf8(below), cursor, rows));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(rows);
            all.addAll(page.rows());
            cursor = page.nextCursor();
        } while (cursor != null);
        return all;
    }

    @Test
    void aHoldingIsKeptWithAllItsDigestsAndReplacedAsAWhole() {
        HoldingDigest md5 =
                new HoldingDigest(new Checksum(ChecksumAlgorithm.MD5, new byte[16]), DigestOrigin.LISTED, KNOWN);
        Holding first = holding(IN, "a/b/tas.nc", DATASET, HoldingState.VERIFIED, listed("x"), computed("x"), md5);
        Holding other = holding(OLD, "a/b/tas.nc", null, HoldingState.UNVERIFIED);
        put(first, other);
        open.reopen();
        StorePath path = first.path();
        Holding found = open.catalog.holdings().find(IN, List.of(path)).get(path);
        assertThat(found).usingRecursiveComparison().ignoringFields("digests").isEqualTo(first);
        assertThat(found.digests()).containsExactlyInAnyOrderElementsOf(first.digests());
        assertThat(open.catalog.holdings().find(OLD, List.of(path)).get(path)).isEqualTo(other);

        Holding changed = holding(IN, "a/b/tas.nc", null, HoldingState.DAMAGED, computed("y"));
        put(changed);
        assertThat(open.catalog.holdings().find(IN, List.of(path)).get(path)).isEqualTo(changed);
        assertThat(page(null, null, null, "", 10)).hasSize(2);
    }

    /** More than are read at once, so that those of one part lie between those of another. */
    @Test
    void digestsOfFilesWhoseNumbersAlternateAreFoundOnce() {
        List<Holding> all = new ArrayList<>();
        List<StorePath> paths = new ArrayList<>();
        for (int i = 0; i < 500; i++) all.add(holding(IN, "a/f" + i, null, HoldingState.READ, computed("a" + i)));
        for (int i = 0; i < 500; i++)
            all.add(2 * i + 1, holding(IN, "b/f" + i, null, HoldingState.READ, computed("b" + i)));
        put(all.toArray(Holding[]::new));
        for (String directory : List.of("a", "b")) {
            for (int i = 0; i < 500; i++) paths.add(StorePath.ofUtf8(directory + "/f" + i));
        }
        Map<StorePath, Holding> found = open.catalog.holdings().find(IN, paths);
        assertThat(found.values()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void filesAreFoundAmongManyOthersOfTheirDirectory() {
        List<Holding> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) all.add(holding(IN, "a/f" + i, null, HoldingState.READ, computed("a" + i)));
        put(all.toArray(Holding[]::new));
        List<StorePath> some = new ArrayList<>();
        for (int i = 0; i < 200; i += 19) some.add(StorePath.ofUtf8("a/f" + i));
        some.add(StorePath.ofUtf8("a/none"));
        assertThat(open.catalog.holdings().find(IN, some).keySet())
                .containsExactlyInAnyOrderElementsOf(some.subList(0, some.size() - 1));
    }

    @Test
    void theLastWordOnAFileInAGroupCounts() {
        put(
                holding(IN, "tas.nc", null, HoldingState.UNVERIFIED, listed("x")),
                holding(IN, "tas.nc", DATASET, HoldingState.VERIFIED));
        assertThat(page(null, null, null, "", 10))
                .containsExactly(holding(IN, "tas.nc", DATASET, HoldingState.VERIFIED));
    }

    @Test
    void aDirectoryThatTwoNodesRecordAtOnceIsOneDirectory() throws SQLException {
        assumeThat(database).as("a file has one writer").isEqualTo(TestDatabase.POSTGRESQL);
        CatalogLocation at = open.location;
        try (Connection other = connected(at);
                Statement sql = other.createStatement();
                PreparedStatement insert =
                        other.prepareStatement("INSERT INTO held_directory VALUES (1, 'in', ?, ?)")) {
            other.setAutoCommit(false);
            sql.execute("UPDATE running_number SET last_number = 1 WHERE name = 'held_directory'");
            byte[] path = StorePath.ofUtf8("d").bytes();
            insert.setBytes(1, path);
            insert.setLong(2, KeyHash.of(path));
            insert.executeUpdate();

            Holding held = holding(IN, "d/tas.nc", null, HoldingState.VERIFIED, computed("x"));
            CompletableFuture<?> put = open.catalog.holdings().put(List.of(held));
            await().until(() -> number("SELECT COUNT(*) FROM pg_locks WHERE NOT granted") > 0);
            other.commit();
            put.join();
            assertThat(number("SELECT COUNT(*) FROM held_directory")).isEqualTo(1);
            assertThat(number("SELECT dir_no FROM holding")).isEqualTo(1);
            put(holding(IN, "e/tas.nc", null, HoldingState.VERIFIED));
            assertThat(number("SELECT MAX(dir_no) FROM held_directory")).isEqualTo(2);
        }
    }

    @Test
    void holdingsAreFoundByDatasetStateExportAndDirectoryPageByPage() {
        List<Holding> files = IntStream.range(0, 25)
                .mapToObj(i -> holding(
                        i % 5 == 0 ? OLD : IN,
                        "d" + i % 3 + "/f" + i + ".nc",
                        i % 2 == 0 ? DATASET : null,
                        i % 4 == 0 ? HoldingState.DISPUTED : HoldingState.UNVERIFIED))
                .toList();
        put(files.toArray(Holding[]::new));
        assertThat(page(null, null, null, "", 4)).containsExactlyElementsOf(files);
        assertThat(page(DATASET.toLowerCase(java.util.Locale.ROOT), null, null, "", 4))
                .hasSize(13);
        assertThat(page(DATASET, HoldingState.DISPUTED, null, "", 4)).hasSize(7);
        assertThat(page(null, HoldingState.DISPUTED, null, "", 4)).hasSize(7);
        assertThat(page(null, null, OLD, "", 4)).hasSize(5);
        assertThat(page(null, null, null, "d1", 4)).hasSize(8);
        assertThat(page("other.dataset.x.v1", null, null, "", 4)).isEmpty();
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                () -> open.catalog.holdings().page(new HoldingQuery(null, null, null, StorePath.ROOT, "no", 4)));
    }

    @Test
    void namesAndPathsAreBytesOfAnyLength() {
        byte[] name = new byte[255];
        java.util.Arrays.fill(name, (byte) 0xff);
        StorePath deep = StorePath.ofUtf8(("d".repeat(250) + "/").repeat(14) + "x");
        Holding strange = new Holding(
                IN,
                deep.child(FileName.of(name)),
                null,
                0,
                MODIFIED,
                HoldingState.UNVERIFIED,
                KNOWN,
                List.of(),
                0,
                null,
                null);
        put(strange);
        assertThat(open.catalog.holdings().find(IN, List.of(strange.path()))).containsValue(strange);
    }

    @Test
    void holdingsAreFoundByDigest() {
        put(
                holding(IN, "a.nc", DATASET, HoldingState.VERIFIED, computed("x"), listed("x")),
                holding(IN, "b.nc", DATASET, HoldingState.UNVERIFIED, listed("x")),
                holding(IN, "c.nc", DATASET, HoldingState.UNVERIFIED, listed("y")));
        Map<Checksum, List<Holding>> found =
                open.catalog.holdings().withDigests(List.of(sha256("x"), sha256("y"), sha256("z")), 10);
        assertThat(found.get(sha256("x")))
                .extracting(holding -> holding.path().shown())
                .containsExactly("a.nc", "b.nc");
        assertThat(found.get(sha256("y"))).hasSize(1);
        assertThat(found).doesNotContainKey(sha256("z"));
        assertThat(open.catalog.holdings().withDigests(List.of(sha256("x")), 1).get(sha256("x")))
                .hasSize(1);
        assertThat(open.catalog.holdings().withDigests(List.of(), 1)).isEmpty();
    }

    @Test
    void outsideOfDatasetsOnlyBigFilesAreFoundByDigest() {
        long bigBytes = 1 << 20;
        put(sized("big.nc", bigBytes, computed("x")), sized("small.nc", bigBytes - 1, computed("x")));
        assertThat(open.catalog.holdings().withDigests(List.of(sha256("x")), 10).get(sha256("x")))
                .extracting(holding -> holding.path().shown())
                .containsExactly("big.nc");
    }

    @Test
    void digestsThatBeginAlikeAreToldApart() {
        byte[] value = sha256("x").value().clone();
        value[8]++;
        HoldingDigest alike =
                new HoldingDigest(new Checksum(sha256("x").algorithm(), value), DigestOrigin.LISTED, KNOWN);
        put(
                holding(IN, "a.nc", DATASET, HoldingState.VERIFIED, computed("x")),
                holding(IN, "b.nc", DATASET, HoldingState.UNVERIFIED, alike));
        assertThat(open.catalog.holdings().withDigests(List.of(sha256("x")), 10).get(sha256("x")))
                .extracting(holding -> holding.path().shown())
                .containsExactly("a.nc");
    }

    private static Holding sized(String path, long size, HoldingDigest digest) {
        return new Holding(
                IN,
                StorePath.ofUtf8(path),
                null,
                size,
                MODIFIED,
                HoldingState.VERIFIED,
                KNOWN,
                List.of(digest),
                0,
                null,
                null);
    }

    @Test
    void theInodeOfAVerifiedFileIsKept() {
        Holding known = new Holding(
                IN,
                StorePath.ofUtf8("a.nc"),
                null,
                10,
                MODIFIED,
                HoldingState.VERIFIED,
                KNOWN,
                List.of(),
                4711,
                null,
                null);
        put(known);
        assertThat(open.catalog.holdings().find(IN, List.of(known.path()))).containsValue(known);
    }

    @Test
    void whatIsForgottenIsGoneWithItsDigests() {
        put(holding(IN, "a/a.nc", DATASET, HoldingState.VERIFIED, computed("x")));
        open.catalog
                .holdings()
                .forget(IN, List.of(StorePath.ofUtf8("a/a.nc"), StorePath.ofUtf8("a/never.nc")))
                .join();
        assertThat(page(null, null, null, "", 10)).isEmpty();
        assertThat(open.catalog.holdings().withDigests(List.of(sha256("x")), 10))
                .isEmpty();
    }

    @Test
    void datasetsAreCountedWithTheirWeakestEvidence() {
        put(
                holding(IN, "a.nc", DATASET, HoldingState.VERIFIED, computed("x")),
                holding(
                        IN,
                        "b.nc",
                        DATASET,
                        HoldingState.VERIFIED,
                        new HoldingDigest(sha256("b"), DigestOrigin.STREAM, KNOWN.plusSeconds(9))),
                holding(OLD, "a.nc", DATASET, HoldingState.UNVERIFIED, listed("x")));
        HeldDataset held = open.catalog
                .holdings()
                .ofDatasets(List.of(DATASET, "other.x.y.v1"))
                .get(DATASET.toLowerCase(java.util.Locale.ROOT));
        assertThat(held.instanceId()).isEqualTo(DATASET);
        assertThat(held.files()).as("different names").isEqualTo(2);
        assertThat(held.nameSum()).isEqualTo(NameSum.of(List.of("b.nc", "a.nc")));
        assertThat(open.catalog.holdings().heldNames(List.of(DATASET)).values())
                .containsExactly(java.util.Set.of("a.nc", "b.nc"));
        assertThat(held.ownDigests()).isEqualTo(2);
        assertThat(held.weakest()).isEqualTo(DigestOrigin.STREAM);
        assertThat(held.lastComputed()).isEqualTo(KNOWN.plusSeconds(9));
        open.catalog.holdings().forget(IN, List.of(StorePath.ofUtf8("b.nc"))).join();
        put(holding(IN, "a.nc", DATASET, HoldingState.DISPUTED));
        HeldDataset less =
                open.catalog.holdings().ofDatasets(List.of(DATASET)).get(DATASET.toLowerCase(java.util.Locale.ROOT));
        assertThat(less)
                .extracting(HeldDataset::files, HeldDataset::disputed, HeldDataset::ownDigests)
                .containsExactly(1, 1, 0);
        assertThat(less.weakest()).isNull();
    }

    @Test
    void aSurveyIsOpenUntilItEndsAndItsFindingsAreKeptInOrder() {
        Survey survey = open.catalog
                .surveys()
                .begin(SurveyKind.RECONCILE, "ann", "bdm://here/in/x", true, OptionalLong.empty(), 2)
                .join();
        open.catalog
                .surveys()
                .begin(SurveyKind.SCAN, "bob", "bdm://here/in/", false, OptionalLong.empty(), 2)
                .join();
        assertRefused(
                ErrorCode.TOO_MANY_REQUESTS,
                () -> open.catalog
                        .surveys()
                        .begin(SurveyKind.SCAN, "bob", "bdm://here/in/", false, OptionalLong.empty(), 2)
                        .join());
        List<Finding> findings = IntStream.range(0, 5)
                .mapToObj(i -> new Finding(
                        FindingKind.MISSING,
                        IN,
                        StorePath.of(("f" + i).getBytes(StandardCharsets.UTF_8)),
                        i == 0 ? DATASET : null,
                        "is gone"))
                .toList();
        open.catalog
                .surveys()
                .report(survey.number(), new Survey.Progress(10, 100, 3), findings.subList(0, 3))
                .join();
        open.catalog
                .surveys()
                .report(survey.number(), new Survey.Progress(20, 200, 5), findings.subList(3, 5))
                .join();
        open.reopen();
        RowPage<Finding> first = open.catalog.surveys().findings(survey.number(), null, 4);
        assertThat(first.rows()).containsExactlyElementsOf(findings.subList(0, 4));
        RowPage<Finding> second = open.catalog.surveys().findings(survey.number(), first.nextCursor(), 4);
        assertThat(second.rows()).containsExactly(findings.get(4));
        assertThat(second.nextCursor()).as("more may come").isNotNull();

        open.catalog.surveys().end(survey.number(), null).join();
        assertThat(open.catalog.surveys().findings(survey.number(), second.nextCursor(), 4))
                .isEqualTo(new RowPage<>(List.of(), null));
        Survey ended = open.catalog.surveys().find(survey.number()).orElseThrow();
        assertThat(ended.state()).isEqualTo(SurveyState.DONE);
        assertThat(ended.progress()).isEqualTo(new Survey.Progress(20, 200, 5));
        assertThat(open.catalog.surveys().open(10)).extracting(Survey::owner).containsExactly("bob");
        assertThat(open.catalog.surveys().page(null, 1).rows())
                .extracting(Survey::owner)
                .containsExactly("bob");
    }

    @Test
    void aSurveyThatBeginsAgainHasNoFindings() {
        Survey survey = open.catalog
                .surveys()
                .begin(SurveyKind.VERIFY, "ann", DATASET, false, OptionalLong.empty(), 2)
                .join();
        Finding finding = new Finding(FindingKind.DIFFERENT, IN, StorePath.ofUtf8("a"), null, "differs");
        open.catalog
                .surveys()
                .report(survey.number(), new Survey.Progress(1, 1, 1), List.of(finding))
                .join();
        open.catalog.surveys().restart(survey.number()).join();
        assertThat(open.catalog.surveys().findings(survey.number(), null, 4).rows())
                .isEmpty();
        assertThat(open.catalog.surveys().find(survey.number()).orElseThrow().progress())
                .isEqualTo(Survey.Progress.NONE);
        open.catalog
                .surveys()
                .end(survey.number(), new Failure(ErrorCode.EXPORT_MISSING, "gone"))
                .join();
        assertThat(open.catalog.surveys().find(survey.number()).orElseThrow().failure())
                .isEqualTo(new Failure(ErrorCode.EXPORT_MISSING, "gone"));
    }
}
