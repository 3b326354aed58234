package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.receipt.Receipt;
import org.bdm.core.receipt.ReceiptVerifier;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.JsonReceiptLine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class ManifestsTest {
    private static final Instant MODIFIED = Instant.parse("2019-12-07T01:02:03Z");
    private static final String SHA256 = "ab".repeat(32);
    private static final String MD5 = "cd".repeat(16);

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
        hold("data", dataset("tas"), "tas_1.nc", HoldingState.VERIFIED, ChecksumAlgorithm.SHA256, SHA256);
        hold("data", dataset("tas"), "tas_2.nc", HoldingState.UNVERIFIED, ChecksumAlgorithm.SHA256, SHA256);
        hold("archive", dataset("pr"), "pr_1.nc", HoldingState.VERIFIED, ChecksumAlgorithm.SHA256, SHA256);
        hold("data", dataset("md"), "md_1.nc", HoldingState.VERIFIED, ChecksumAlgorithm.MD5, MD5);
        hold("archive", dataset("odd"), "a #1%20.nc", HoldingState.VERIFIED, ChecksumAlgorithm.SHA256, SHA256);
        hold("data", dataset("odd"), "a #1%20.nc", HoldingState.VERIFIED, ChecksumAlgorithm.SHA256, SHA256);
        hold("archive", dataset("back"), "a\\b.nc", HoldingState.VERIFIED, ChecksumAlgorithm.SHA256, SHA256);
        hold("data", dataset("bad"), "bad_1.nc", HoldingState.DAMAGED, ChecksumAlgorithm.SHA256, SHA256);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String dataset(String variable) {
        return "CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r1i1p1f2.Amon." + variable + ".gn.v20190406";
    }

    private static void hold(
            String export, String dataset, String name, HoldingState state, ChecksumAlgorithm algorithm, String hex) {
        HoldingDigest digest = new HoldingDigest(Checksum.ofHex(algorithm, hex), DigestOrigin.PUBLISHED, Instant.EPOCH);
        Holding holding = new Holding(
                new ExportName(export),
                StorePath.ofUtf8(dataset.replace('.', '/') + "/" + name),
                dataset,
                17,
                MODIFIED,
                state,
                Instant.EPOCH,
                List.of(digest),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    private static Answer manifest(String subject, String format, String more) {
        return api.send("GET", "/manifests?subject=" + subject + "&format=" + format + more, Role.READER, null);
    }

    @Test
    void aMapfileHasALineForEachFileOfTheDataset() {
        String text = manifest(dataset("tas"), "mapfile", "").body();
        String path = api.data + "/" + dataset("tas").replace('.', '/');
        assertThat(text.lines())
                .containsExactly(
                        dataset("tas") + " | " + path + "/tas_1.nc | 17 | mod_time=1575680523.0 | checksum=" + SHA256
                                + " | checksum_type=SHA256",
                        dataset("tas") + " | " + path + "/tas_2.nc | 17 | mod_time=1575680523.0 | checksum=" + SHA256
                                + " | checksum_type=SHA256");
    }

    @Test
    @Tag("L1")
    void aJobOfTwoVersionsOfADatasetHasNoMapfileButNamesTheVersionsThatHave() {
        ListedJob job = job("CMIP6/CMIP/INST/M/historical/r1i1p1f1/Amon/tas/gn")
                .list("v1/a.nc", "v2/a.nc", "v2/b.nc")
                .done(0)
                .done(1)
                .done(2);
        Answer refused = manifest(job.id.toString(), "mapfile", "");
        assertThat(refused.text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(refused.text("detail")).contains("gn.v1'", "gn.v2'", "--output-directory");
        Answer versions = api.send("GET", "/manifests/datasets?subject=" + job.id, Role.READER, null);
        assertThat(versions.json().path("datasets").valueStream().map(JsonNode::asString))
                .containsExactly(
                        "CMIP6.CMIP.INST.M.historical.r1i1p1f1.Amon.tas.gn.v1",
                        "CMIP6.CMIP.INST.M.historical.r1i1p1f1.Amon.tas.gn.v2");
        assertThat(versions.json().path("filesOfNone").asLong()).isZero();
    }

    @Test
    void aDigestListIsRelativeToTheExport() {
        assertThat(manifest(dataset("tas"), "sha256sum", "").body().lines())
                .contains(SHA256 + "  " + dataset("tas").replace('.', '/') + "/tas_1.nc");
    }

    @Test
    @Tag("H9")
    void aFileOfAPublicExportCanBeFetchedFromHere() {
        String text = manifest(dataset("pr"), "metalink", "").body();
        assertThat(text).contains("/thredds/fileServer/archive/" + dataset("pr").replace('.', '/') + "/pr_1.nc</url>");
        Answer nowhere = manifest(dataset("tas"), "metalink", "");
        assertThat(nowhere.text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(nowhere.body()).contains("--root", "--http-export").doesNotContain("at the source");
        assertThat(manifest(dataset("tas"), "metalink", "&root=https://node.example/data")
                        .body())
                .contains("https://node.example/data/CMIP6/CMIP/");
    }

    @Test
    void aPatchAddsOurReplicaToEveryAsset() {
        Answer patch = manifest(
                dataset("tas"), "stac-patch", "&node=node.example&root=https://node.example/thredds/fileServer/x");
        assertThat(patch.json()).as(patch.body()).hasSize(2);
        assertThat(patch.json().get(0).path("path").asString()).isEqualTo("/assets/tas_1.nc/alternate/node.example");
        assertThat(manifest(dataset("tas"), "stac-patch", "").text("code")).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void aBatchOfGlobusHasTheDigestAndThePathsAtBothEndpoints() {
        String file = dataset("tas").replace('.', '/') + "/tas_1.nc'";
        assertThat(manifest(dataset("tas"), "globus-batch", "&root=/replicas")
                        .body()
                        .lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("--external-checksum " + SHA256 + " '/"))
                .anyMatch(line -> line.endsWith(" '/replicas/" + file) && line.contains("/" + file + " '"));
        assertThat(manifest(dataset("tas"), "globus-batch", "").text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(manifest(dataset("tas"), "globus-batch", "&root=replicas").text("code"))
                .isEqualTo("INVALID_PATH");
    }

    @Test
    void anAddressHasEveryNameEncodedAndAFileOfTwoExportsIsListedOnce() {
        String path = dataset("odd").replace('.', '/') + "/a #1%20.nc";
        assertThat(manifest(dataset("odd"), "aria2", "&root=https://node.example/data")
                        .body())
                .isEqualTo("https://node.example/data/" + dataset("odd").replace('.', '/') + "/a%20%231%2520.nc\n  out="
                        + path + "\n  checksum=sha-256=" + SHA256 + "\n");
        assertThat(manifest(dataset("odd"), "rclone", "").body()).isEqualTo(path + "\n");
        assertThat(manifest(dataset("odd"), "wget", "&root=https://node.example/data")
                        .text("detail"))
                .contains("--format aria2");
    }

    @Test
    void aNameThatThisServerDoesNotServeIsNotListedWithItsAddress() {
        Answer own = manifest(dataset("back"), "aria2", "");
        assertThat(own.text("code")).isEqualTo("INVALID_PATH");
        assertThat(own.text("detail")).contains("has a backslash", "--format rclone", "--root");
        assertThat(manifest(dataset("back"), "aria2", "&root=https://node.example/data")
                        .body())
                .contains("/a%5Cb.nc\n");
    }

    @Test
    void digestsAreOfTheAlgorithmThatIsWantedOrOfNone() {
        assertThat(manifest(dataset("md"), "globus-batch", "&root=/in&digest=md5")
                        .body())
                .startsWith("--external-checksum " + MD5 + " '/");
        assertThat(manifest(dataset("md"), "globus-batch", "&root=/in").text("detail"))
                .contains("--digest md5");
        assertThat(manifest(dataset("md"), "globus-batch", "&root=/in&digest=none")
                        .body())
                .startsWith("'/");
        assertThat(manifest(dataset("pr"), "fts", "&root=davs://dst.example/in").text("code"))
                .isEqualTo("EVIDENCE_MISSING");
        assertThat(manifest(dataset("pr"), "fts", "&root=davs://dst.example/in&digest=none")
                        .json()
                        .at("/files/0/destinations/0")
                        .asString())
                .endsWith("/in/" + dataset("pr").replace('.', '/') + "/pr_1.nc");
        assertThat(manifest(dataset("tas"), "aria2", "&digest=md5").text("code"))
                .isEqualTo("INVALID_REQUEST");
        assertThat(manifest(dataset("tas"), "globus-batch", "&root=/in&digest=sha512")
                        .text("code"))
                .isEqualTo("INVALID_REQUEST");
        assertThat(manifest(dataset("pr"), "fts", "").text("code")).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void aReceiptIsSignedByTheNode() throws IOException {
        byte[] receipt = manifest(dataset("tas"), "receipt", "").response().body();
        Receipt verified = ReceiptVerifier.verify(new ByteArrayInputStream(receipt), JsonReceiptLine::read);
        assertThat(verified.files()).isEqualTo(2);
        assertThat(verified.bytes()).isEqualTo(34);
        assertThat(verified.subject()).isEqualTo(dataset("tas"));
    }

    @Test
    void whatTheFormatCannotSayIsRefusedBeforeTheFirstByte() {
        assertThat(manifest(dataset("md"), "mapfile", "").text("code")).isEqualTo("EVIDENCE_MISSING");
        assertThat(manifest(dataset("bad"), "sha256sum", "").text("code")).isEqualTo("EVIDENCE_MISSING");
        assertThat(manifest("CMIP6.not.held.v1", "sha256sum", "").text("code")).isEqualTo("NOT_FOUND");
        assertThat(manifest("job-99", "sha256sum", "").text("code")).isEqualTo("UNKNOWN_JOB");
        assertThat(manifest(dataset("tas"), "yaml", "").text("code")).isEqualTo("INVALID_REQUEST");
    }

    private static ListedJob job(String item) {
        Answer submitted = api.send(
                "POST",
                "/jobs",
                Role.OPERATOR,
                SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/" + item)));
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(201);
        return new ListedJob(api.catalog, submitted.text("id"));
    }

    private static void hold(String path, HoldingState state, DigestOrigin origin) {
        hold(path, state, origin, SHA256);
    }

    private static void hold(String path, HoldingState state, DigestOrigin origin, String hex) {
        HoldingDigest digest = new HoldingDigest(Checksum.ofHex(ChecksumAlgorithm.SHA256, hex), origin, Instant.EPOCH);
        Holding holding = new Holding(
                new ExportName("data"),
                StorePath.ofUtf8(path),
                null,
                ListedJob.BYTES,
                ListedJob.MODIFIED,
                state,
                Instant.EPOCH,
                List.of(digest),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    @Test
    void aFileThatAJobFoundThereIsInItsManifestOnceItWasVerified() {
        ListedJob job = job("found").list("a.nc").same(0);
        assertThat(manifest(job.id.toString(), "sha256sum", "").text("code")).isEqualTo("EVIDENCE_MISSING");
        hold("found/a.nc", HoldingState.VERIFIED, DigestOrigin.PUBLISHED);
        assertThat(manifest(job.id.toString(), "sha256sum", "").body()).isEqualTo(SHA256 + "  found/a.nc\n");
    }

    @Test
    @Tag("H3")
    void aListRefusesWhatNobodyVouchesForUnlessItIsToldSo() {
        hold("unvouched/a.nc", HoldingState.READ, DigestOrigin.READ);
        ListedJob job = job("unvouched").list("a.nc").same(0);
        for (String format : List.of("sha256sum", "receipt")) {
            Answer refused = manifest(job.id.toString(), format, "");
            assertThat(refused.text("code")).isEqualTo("EVIDENCE_MISSING");
            assertThat(refused.text("detail")).contains("unvouched/a.nc is READ", "--include-unvouched");
        }
        assertThat(manifest(job.id.toString(), "sha256sum", "&includeUnvouched=true")
                        .body())
                .isEqualTo(SHA256 + "  unvouched/a.nc\n");
    }

    @Test
    @Tag("D3")
    void whatEvidenceRestsOnIsWithTheHoldingAndInItsReceiptWhereNoDigestIsPublished() throws IOException {
        Origin.Asked asked = new Origin.Asked(3, 12_000);
        Checksum found = Checksum.ofHex(ChecksumAlgorithm.SHA256, SHA256);
        HoldingDigest digest = new HoldingDigest(found, DigestOrigin.RECEIVED, Instant.EPOCH, asked);
        Holding holding = new Holding(
                new ExportName("data"),
                StorePath.ofUtf8("asked/a.nc"),
                null,
                ListedJob.BYTES,
                ListedJob.MODIFIED,
                HoldingState.READ,
                Instant.EPOCH,
                List.of(digest),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
        String restsOn = "3 requests over 12 seconds; no digest is published";
        JsonNode shown = api.get("/holdings?export=data&path=asked").json();
        assertThat(shown.path("items")
                        .get(0)
                        .path("digests")
                        .get(0)
                        .path("restsOn")
                        .asString())
                .isEqualTo(restsOn);
        ListedJob job = job("asked").list("a.nc").same(0);
        assertThat(manifest(job.id.toString(), "receipt", "&includeUnvouched=true")
                        .body())
                .contains("vouched for by nobody outside: rests on " + restsOn);
    }

    @ParameterizedTest
    @EnumSource(
            value = HoldingState.class,
            names = {"DAMAGED", "CHANGED", "MISSING", "DISPUTED"})
    @Tag("H3")
    void aFileOfAJobThatIsNotAsItsEvidenceSaysIsInNoListAndTheReceiptSaysWhatTheJobDelivered(HoldingState state)
            throws IOException {
        String place = "broken-" + state.name().toLowerCase(java.util.Locale.ROOT);
        ListedJob job = job(place).list("a.nc").done(0);
        String delivered = receipt(job);
        hold(place + "/a.nc", HoldingState.VERIFIED, DigestOrigin.READBACK);
        hold(place + "/a.nc", state, DigestOrigin.READBACK);
        for (String format : List.of("sha256sum", "mapfile")) {
            Answer refused = manifest(job.id.toString(), format, "");
            assertThat(refused.text("code")).isEqualTo("EVIDENCE_MISSING");
            assertThat(refused.text("detail")).contains(place + "/a.nc");
        }
        assertThat(digests(receipt(job))).isEqualTo(digests(delivered));
        assertThat(receipt(job)).contains("\"now\":\"");
    }

    @Test
    @Tag("H13")
    void aFileThatALaterJobReplacedIsInTheReceiptOfTheFirstAsThatDeliveredIt() throws IOException {
        ListedJob first = job("twice").list("a.nc").done(0);
        String delivered = receipt(first);
        hold("twice/a.nc", HoldingState.VERIFIED, DigestOrigin.READBACK, "ab".repeat(32));
        String after = receipt(first);
        assertThat(digests(after)).isEqualTo(digests(delivered)).doesNotContain("ab".repeat(32));
        assertThat(after).contains("\"now\":\"not from this job");
        Answer refused = manifest(first.id.toString(), "sha256sum", "");
        assertThat(refused.text("code")).isEqualTo("EVIDENCE_MISSING");
        assertThat(refused.text("detail")).contains("is no longer what " + first.id + " left", "--format receipt");
    }

    private static String receipt(ListedJob job) throws IOException {
        byte[] receipt = manifest(job.id.toString(), "receipt", "").response().body();
        ReceiptVerifier.verify(new ByteArrayInputStream(receipt), JsonReceiptLine::read);
        return new String(receipt, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static String digests(String receipt) {
        return receipt.replaceAll("(?s).*\"digests\":\\{([^}]*)\\}.*", "$1");
    }
}
