package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.discovery.Asked;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** THREDDS catalogs of served exports, and what the THREDDS reader of this program makes of them. */
class ServedCatalogsTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-02T03:04:05Z");
    private static final String DATASET = "made.x.y.v20200101";
    private static final Checksum DIGEST = Checksum.ofHex(ChecksumAlgorithm.SHA256, "ab".repeat(32));

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Files.createDirectories(api.archive.resolve("made/x/y/v20200101"));
        file("made/x/y/v20200101/a b.nc");
        file("made/x/y/v20200101/other.txt");
        hold("made/x/y/v20200101/a b.nc");
        file("top <&\">.nc");
    }

    private static void file(String path) throws IOException {
        Path file = Files.write(api.archive.resolve(path), new byte[1234]);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private static void hold(String path) {
        Holding holding = new Holding(
                new ExportName("archive"),
                StorePath.ofUtf8(path),
                DATASET,
                1234,
                LONG_AGO,
                HoldingState.VERIFIED,
                LONG_AGO,
                List.of(new HoldingDigest(DIGEST, DigestOrigin.PUBLISHED, LONG_AGO)),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(path));
        if (headers.length > 0) request.headers(headers);
        return api.send(request);
    }

    @Test
    void ourOwnReaderFindsTheDatasetsThatAreHeldAndTheirFiles() {
        IndexSettings index = IndexSettings.of("tds", IndexKind.THREDDS, api.uri("/thredds/catalog.xml"));
        Asked asked = Asked.of(Asked.open(), Depth.FILES, index);
        assertThat(asked.datasets).hasSize(1);
        assertThat(asked.datasets.get(0).instanceId()).isEqualTo(DATASET);
        assertThat(asked.files).hasSize(1);
        assertThat(asked.files.get(0).size()).isEqualTo(OptionalLong.of(1234));
        assertThat(asked.files.get(0).digests()).containsExactly(DIGEST);
        String address = asked.files.get(0).locations().get(0).address();
        assertThat(address)
                .isEqualTo(api.uri("/thredds/fileServer/archive/made/x/y/v20200101/a%20b.nc")
                        .toString());
        assertThat(api.send(HttpRequest.newBuilder(java.net.URI.create(address)))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aCatalogHasTheFilesAndDirectoriesOfItsDirectory() {
        Answer answer = get("/thredds/catalog/archive/catalog.xml");
        assertThat(answer.header("Content-Type")).startsWith("application/xml");
        assertThat(answer.body())
                .contains("<service name=\"file\" serviceType=\"HTTPServer\" base=\"/thredds/fileServer/\" />")
                .contains("<catalogRef xlink:href=\"made/catalog.xml\" xlink:title=\"made\"")
                .contains("<dataset name=\"top &lt;&amp;&quot;&gt;.nc\"")
                .contains("urlPath=\"archive/top%20%3C%26%22%3E.nc\"")
                .contains("<dataSize units=\"bytes\">1234</dataSize>")
                .contains("<date type=\"modified\">2020-01-02T03:04:05Z</date>");
    }

    @Test
    void aPageForPeopleLeadsToFilesAndFurtherPages() {
        String page = get("/thredds/catalog/archive/catalog.html").body();
        assertThat(page)
                .contains("<a href=\"made/catalog.html\">made/</a>")
                .contains(
                        "<a href=\"/thredds/fileServer/archive/top%20%3C%26%22%3E.nc\">top &lt;&amp;&quot;&gt;.nc</a>");
        assertThat(get("/thredds/catalog.html").body()).contains("<a href=\"/thredds/catalog/archive/catalog.html\">");
    }

    @Test
    void theCatalogOfAllExportsNamesThoseThatTheCallerMayRead() {
        for (String address : List.of("/thredds/catalog.xml", "/thredds/catalog/catalog.xml")) {
            assertThat(get(address).body())
                    .contains("xlink:href=\"/thredds/catalog/archive/catalog.xml\"")
                    .doesNotContain("/data/");
            assertThat(get(address, "Authorization", "Bearer " + api.secret(Role.READER))
                            .body())
                    .contains("xlink:href=\"/thredds/catalog/data/catalog.xml\"");
        }
        assertThat(get("/thredds/catalog/data/catalog.xml").status()).isEqualTo(401);
    }

    @Test
    void whatIsNoCatalogIsNotThere() {
        for (String path :
                List.of("archive/", "archive/made", "archive/nothing/catalog.xml", "archive/.bdm/catalog.xml"))
            assertThat(get("/thredds/catalog/" + path).status()).as(path).isEqualTo(404);
        assertThat(get("/thredds/catalog/archive/../catalog.xml").status()).isIn(400, 404);
        assertThat(get("/thredds/other/catalog.xml").status()).isEqualTo(401);
    }
}
