package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bdm.client.demo.ServerProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A dataset is fetched, and its catalog is told of our copy by the command and by nothing else, through kills of the server. */
class PublishIT {
    private static final String DATASET = "CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r1i1p1f2.Amon.tas.gn.v20190406";
    private static final int FILES = 2;
    private static final String NODE = "node.example.org";
    private static final String ROOT = "https://node.example.org/thredds/fileServer/replica/";
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private DataNodeProcess node;
    private TransactionCatalog catalog;
    private ServerProcess mover;
    private Path credential;

    @BeforeEach
    void start() throws IOException {
        node = DataNodeProcess.serving(directory.resolve("archive"), directory.resolve("node.log"), 0);
        catalog = TransactionCatalog.start();
        catalog.has(item());
        credential = Files.writeString(directory.resolve("credential"), TransactionCatalog.CREDENTIAL + "\n");
        mover = TwoSites.server(
                "b",
                directory.resolve("b"),
                List.of(
                        "--export",
                        "replica=" + Files.createDirectories(directory.resolve("replica")) + ":rw",
                        "--index",
                        "west=stac:" + catalog.address() + ",transactions=" + catalog.address(),
                        "--allow-host",
                        node.host(),
                        "--allow-host",
                        catalog.host()));
        mover.start();
    }

    @AfterEach
    void stop() {
        if (mover != null) mover.close();
        catalog.close();
        node.close();
    }

    @Test
    void theCatalogIsToldByTheCommandAloneAndAKilledServerHarmsNothing() throws Exception {
        TwoSites.Result replicated = TwoSites.client(mover, "replicate", DATASET, "bdm://b/replica", "--wait");
        assertThat(replicated.code()).as("%s", replicated).isZero();
        TwoSites.Result patch =
                TwoSites.client(mover, "manifest", DATASET, "--format", "stac-patch", "--node", NODE, "--root", ROOT);
        assertThat(patch.code()).as("%s", patch).isZero();
        assertThat(catalog.changes())
                .as("what a manifest says is sent to nobody")
                .isEmpty();

        whoIsNotKnownAndWhatIsNotValidIsRefused();
        ofAServerThatDiesWhileItSendsTheOutcomeIsNotKnown();
        ofAServerThatDiesWhileItLooksTheOutcomeIsWaitedFor();

        assertThat(places(patch.out()))
                .isEqualTo(places(catalog.changes().get(0).toString()));
        for (int file = 0; file < FILES; file++) {
            assertThat(catalog.asset(name(file)).path("alternate").propertyNames())
                    .containsExactly(NODE);
            assertThat(catalog.asset(name(file))
                            .at("/alternate/" + NODE + "/href")
                            .asString())
                    .isEqualTo(ROOT + DATASET.replace('.', '/') + "/" + name(file));
        }
    }

    private void whoIsNotKnownAndWhatIsNotValidIsRefused() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong"), "credential-of-nobody");
        TwoSites.Result unknown = publish(wrong);
        assertThat(unknown.code()).as("%s", unknown).isEqualTo(8);
        assertThat(unknown.err())
                .contains("PUBLICATION_REFUSED", "'west'", "get a new one", "status 401", "nobody is known by")
                .doesNotContain("credential-of-nobody");

        catalog.refuse("the asset is not known");
        TwoSites.Result refused = publish(credential);
        assertThat(refused.code()).as("%s", refused).isEqualTo(8);
        assertThat(refused.err())
                .contains(
                        "PUBLICATION_REFUSED", "does not find the change valid", "status 400", "the asset is not known")
                .doesNotContain(TransactionCatalog.CREDENTIAL);
        assertThat(catalog.changes()).hasSize(1);
        assertThat(catalog.asset(name(0)).has("alternate")).isFalse();
        catalog.refuse("");
        catalog.changes().clear();
    }

    private void ofAServerThatDiesWhileItSendsTheOutcomeIsNotKnown() {
        catalog.showInSearch(Integer.MAX_VALUE);
        CountDownLatch answer = new CountDownLatch(1);
        catalog.holdAnswers(answer);
        CompletableFuture<TwoSites.Result> running = publishing();
        JobLook.awaitThat("change", LONGEST, () -> catalog.changes().size() == 1);
        mover.kill();
        TwoSites.Result lost = running.join();
        answer.countDown();
        mover.start();
        assertThat(lost.code()).as("%s", lost).isEqualTo(3);
        assertThat(lost.err()).contains("it is not known whether west received the copy", "repeat the command");
    }

    /** The same change arrives for the second time; it shows at the third look. */
    private void ofAServerThatDiesWhileItLooksTheOutcomeIsWaitedFor() {
        catalog.showInSearch(2);
        catalog.holdAnswers(new CountDownLatch(0));
        CompletableFuture<TwoSites.Result> running = publishing();
        JobLook.awaitThat("look", LONGEST, () -> catalog.changes().size() == 2 && catalog.searchesSinceAccepted() == 1);
        mover.kill();
        mover.start();
        TwoSites.Result shown = running.join();
        assertThat(shown.code()).as("%s", shown).isZero();
        assertThat(shown.out()).contains("west shows our copy at " + NODE + " of 2 of 2 files");
        assertThat(shown.err()).contains("west accepted our copy of 2 of 2 files");

        TwoSites.Result again = publish(credential);
        assertThat(again.code()).as("%s", again).isZero();
        assertThat(again.err()).doesNotContain("accepted");
        assertThat(catalog.changes())
                .as("a copy that the index shows is not sent again")
                .hasSize(2);
    }

    private CompletableFuture<TwoSites.Result> publishing() {
        return CompletableFuture.supplyAsync(() -> publish(credential));
    }

    private TwoSites.Result publish(Path credentialFile) {
        return TwoSites.client(
                mover,
                "publish",
                DATASET,
                "--stac",
                "west",
                "--node",
                NODE,
                "--root",
                ROOT,
                "--credential-file",
                credentialFile.toString(),
                "--timeout",
                "1m");
    }

    /** Where a patch adds something. */
    private static List<String> places(String patch) {
        List<String> places = new ArrayList<>();
        JsonMapper.builder().build().readTree(patch).forEach(operation -> {
            if (!operation.path("value").has("href")
                    || operation.path("op").asString().equals("test")) return;
            places.add(operation.path("op").asString() + " "
                    + operation.path("path").asString() + " "
                    + operation.path("value").path("href").asString());
        });
        Collections.sort(places);
        assertThat(places).hasSize(FILES);
        return places;
    }

    private static String name(int file) {
        return "tas_Amon_UKESM1-0-LL_historical_r1i1p1f2_gn_" + (1850 + file) + "01-" + (1850 + file) + "12.nc";
    }

    /** The item of the dataset, whose files are put where the data node has them. */
    private String item() throws IOException {
        Path at = Files.createDirectories(directory.resolve("archive").resolve(DATASET.replace('.', '/')));
        Random random = new Random(9);
        for (int file = 0; file < FILES; file++) {
            byte[] content = new byte[300_000];
            random.nextBytes(content);
            System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
            Files.write(at.resolve(name(file)), content);
        }
        String assets = IntStream.range(0, FILES)
                .mapToObj(file -> asset(at.resolve(name(file))))
                .collect(Collectors.joining(","));
        return """
                {"type":"Feature","stac_version":"1.1.0","id":"%s","collection":"CMIP6","geometry":null,"bbox":[0,-90,360,90],
                 "properties":{"datetime":null,"version":"20190406","latest":true,"retracted":false,"project":"CMIP6",
                  "cmip6:variable_id":"tas"},"links":[],"assets":{%s}}""".formatted(DATASET, assets);
    }

    private String asset(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            String path = directory.resolve("archive").relativize(file).toString();
            return """
                    "%s":{"href":"%s","type":"application/netcdf","roles":["data"],"alternate:name":"first.example","protocol":"https",
                     "file:size":%d,"file:checksum":"1220%s","file:local_path":"%s","created":"2019-11-22T10:15:56Z"}""".formatted(
                            file.getFileName(),
                            node.url(path),
                            content.length,
                            HexFormat.of().formatHex(digest),
                            path);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
