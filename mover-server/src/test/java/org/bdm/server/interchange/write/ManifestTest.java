package org.bdm.server.interchange.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.interchange.write.HeldFileSamples.DATASET;
import static org.bdm.server.interchange.write.HeldFileSamples.DRS;
import static org.bdm.server.interchange.write.HeldFileSamples.MD5;
import static org.bdm.server.interchange.write.HeldFileSamples.MODIFIED;
import static org.bdm.server.interchange.write.HeldFileSamples.REPLICA;
import static org.bdm.server.interchange.write.HeldFileSamples.SHA;
import static org.bdm.server.interchange.write.HeldFileSamples.file;
import static org.bdm.server.interchange.write.HeldFileSamples.refuses;
import static org.bdm.server.interchange.write.HeldFileSamples.sha256;
import static org.bdm.server.interchange.write.HeldFileSamples.text;
import static org.bdm.server.interchange.write.HeldFileSamples.written;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.PathPair;
import org.bdm.server.interchange.read.MapfileLine;
import org.bdm.server.interchange.read.Told;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What publication and audit get of files that are held, judged by the tools that read it and by our own readers. */
class ManifestTest {
    @TempDir
    Path directory;

    @Test
    void everyLineOfAMapfileIsWhatPublicationTakes() {
        String mapfile = text(MapfileWriter::new, file("a.nc"), file("b.nc"));
        List<MapfileLine> lines = mapfile.lines().map(MapfileLine::of).toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1).master()).isEqualTo(DATASET.masterId());
        assertThat(lines.get(1).path()).isEqualTo("/data/" + DRS + "b.nc");
        assertThat(lines.get(1).sizeBytes()).isEqualTo(12);
        assertThat(lines.get(1).options())
                .containsEntry("mod_time", "1767323045.25")
                .containsEntry("checksum", SHA);
        Told told = Told.of(mapfile);
        assertThat(told.refused).isEmpty();
        assertThat(told.warned).isEmpty();
        assertThat(told.file(0).dataset()).isEqualTo(DATASET);
        assertThat(MapfileWriter.fileName(DATASET)).isEqualTo(DATASET.instanceId() + ".map");
    }

    @Test
    @Tag("L1")
    void aMapfileOfTwoDatasetVersionsIsRefusedWithTheRemedy() {
        String other = DRS.replace("/tas/", "/pr/");
        DatasetName dataset = DatasetName.of(DATASET.instanceId().replace(".tas.", ".pr."));
        ManifestFile second = new ManifestFile(
                dataset,
                other + "b.nc",
                "/data/" + other + "b.nc",
                1,
                MODIFIED,
                List.of(sha256(SHA)),
                null,
                null,
                List.of(),
                null);
        assertThat(dataset).isNotEqualTo(DATASET);
        assertThatThrownBy(() -> text(MapfileWriter::new, file("a.nc"), second))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining(dataset.instanceId())
                .hasMessageContaining("--output-directory");
    }

    @Test
    void aMapfileHasWholeSecondsWithAPoint() {
        ManifestFile whole = new ManifestFile(
                DATASET,
                DRS + "a.nc",
                "/data/" + DRS + "a.nc",
                0,
                Instant.ofEpochSecond(1_600_000_000),
                List.of(sha256(SHA)),
                null,
                null,
                List.of(),
                null);
        assertThat(text(MapfileWriter::new, whole)).contains("mod_time=1600000000.0 ");
    }

    @Test
    void whatAMapfileCannotSayIsRefusedAndNeverWrittenWrong() {
        HeldFileSamples.Opening mapfile = MapfileWriter::new;
        refuses(ErrorCode.EVIDENCE_MISSING, mapfile, file("a.nc", List.of(Checksum.ofHex(ChecksumAlgorithm.MD5, MD5))));
        refuses(ErrorCode.INVALID_PATH, mapfile, file("a | b.nc"));
        refuses(ErrorCode.INVALID_PATH, mapfile, file("a\nb.nc"));
        refuses(
                ErrorCode.INVALID_REQUEST,
                mapfile,
                new ManifestFile(
                        null,
                        DRS + "a.nc",
                        "/data/" + DRS + "a.nc",
                        1,
                        MODIFIED,
                        List.of(sha256(SHA)),
                        null,
                        null,
                        List.of(),
                        null));
        ManifestFile elsewhere = new ManifestFile(
                DATASET,
                DRS + "a.nc",
                "/data/flat/a.nc",
                1,
                MODIFIED,
                List.of(sha256(SHA)),
                null,
                null,
                List.of(),
                null);
        refuses(ErrorCode.INVALID_PATH, mapfile, elsewhere);
    }

    @Test
    void aPathThatLeadsElsewhereIsInNoManifest() {
        for (String path : List.of("../a", "/a", "a/../b", "a//b", ".", "", "a/")) {
            assertThatThrownBy(() ->
                            new ManifestFile(null, path, "/a", 1, MODIFIED, List.of(), null, null, List.of(), null))
                    .as(path)
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH));
        }
    }

    @Test
    void digestListIsAcceptedBySha256sumWithEveryNameAFileCanHave() throws Exception {
        List<ManifestFile> files = new ArrayList<>();
        for (String name :
                List.of("a.nc", "b c.nc", "back\\slash", "new\nline", "carriage\rreturn", "*star", "\u00fc.nc")) {
            Path path = directory.resolve("root").resolve(name);
            Files.createDirectories(path.getParent());
            byte[] content = name.getBytes(StandardCharsets.UTF_8);
            Files.write(path, content);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            byte[] md5 = MessageDigest.getInstance("MD5").digest(content);
            files.add(new ManifestFile(
                    null,
                    "root/" + name,
                    path.toString(),
                    content.length,
                    MODIFIED,
                    List.of(new Checksum(ChecksumAlgorithm.SHA256, digest), new Checksum(ChecksumAlgorithm.MD5, md5)),
                    null,
                    null,
                    List.of(),
                    null));
        }
        ManifestFile[] all = files.toArray(new ManifestFile[0]);
        for (ChecksumAlgorithm algorithm : List.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5)) {
            for (DigestListWriter.PathForm form : DigestListWriter.PathForm.values()) {
                byte[] list = written(out -> new DigestListWriter(algorithm, form, out), all);
                Files.write(directory.resolve("list"), list);
                String program = algorithm == ChecksumAlgorithm.SHA256 ? "sha256sum" : "md5sum";
                assertThat(ToolRun.of(directory, program, "--check", "--strict", "list"))
                        .as(Files.readString(directory.resolve("output"), StandardCharsets.UTF_8))
                        .isZero();
                Told told = Told.of(list);
                assertThat(told.refused).isEmpty();
                assertThat(told.entries).hasSize(all.length);
                if (form == DigestListWriter.PathForm.RELATIVE) {
                    assertThat(told.file(3).path()).isEqualTo("root/new\nline");
                }
            }
        }
    }

    @Test
    void metalinkIsReadBackWithItsOrderAndItsNamesEscaped() {
        String metalink = text(out -> new MetalinkWriter(MODIFIED, out), file("a<\"'>.nc"), file("b.nc"));
        Told told = Told.of(metalink);
        assertThat(told.format).isEqualTo("metalink");
        assertThat(told.refused).isEmpty();
        assertThat(told.file(0).path()).isEqualTo(DRS + "a<\"'>.nc");
        assertThat(told.file(0).urls()).isEqualTo(file("a.nc").urls());
        assertThat(told.file(0).digests()).isEqualTo(file("a.nc").digests());
        assertThat(told.file(1).sizeBytes()).isEqualTo(12);
        assertThat(told.file(1).dataset()).isEqualTo(DATASET);
        assertThat(metalink)
                .contains("<published>2026-01-02T03:04:05Z</published>")
                .contains("<identity>" + DATASET.masterId() + "</identity><version>v20200101</version>");
        ManifestFile nowhere =
                new ManifestFile(null, "a", "/a", 1, MODIFIED, List.of(sha256(SHA)), null, null, List.of(), null);
        refuses(ErrorCode.INVALID_REQUEST, out -> new MetalinkWriter(MODIFIED, out), nowhere);
        refuses(ErrorCode.INVALID_PATH, out -> new MetalinkWriter(MODIFIED, out), file("a\u0001b"));
    }

    @Test
    void metalinkIsWhatAria2FetchesBy() throws Exception {
        assumeTrue(ToolRun.isInstalled("aria2c"), "skipped: aria2c is not installed");
        byte[] content = "some bytes".getBytes(StandardCharsets.UTF_8);
        HttpServer node = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        node.createContext("/", exchange -> {
            boolean isThere = exchange.getRequestURI().getRawPath().equals("/a%20b.nc");
            exchange.sendResponseHeaders(isThere ? 200 : 404, isThere ? content.length : -1);
            if (isThere) exchange.getResponseBody().write(content);
            exchange.close();
        });
        node.start();
        try {
            int port = node.getAddress().getPort();
            ManifestFile held = new ManifestFile(
                    DATASET,
                    DRS + "a b.nc",
                    "/data/" + DRS + "a b.nc",
                    content.length,
                    MODIFIED,
                    List.of(new Checksum(
                            ChecksumAlgorithm.SHA256,
                            MessageDigest.getInstance("SHA-256").digest(content))),
                    null,
                    null,
                    List.of(
                            URI.create("http://127.0.0.1:" + port + "/gone"),
                            URI.create("http://127.0.0.1:" + port + "/a%20b.nc")),
                    null);
            Files.write(directory.resolve("list.meta4"), written(out -> new MetalinkWriter(MODIFIED, out), held));
            assertThat(ToolRun.of(
                            directory, "aria2c", "--metalink-file=list.meta4", "--check-integrity=true", "--no-conf"))
                    .as(Files.readString(directory.resolve("output"), StandardCharsets.UTF_8))
                    .isZero();
            assertThat(directory.resolve(DRS + "a b.nc")).hasBinaryContent(content);
        } finally {
            node.stop(0);
        }
    }

    @Test
    void stacPatchAddsOurReplicaToEveryAssetAndNothingElse() {
        JsonNode patch = JsonMapper.shared()
                .readTree(written(
                        out -> StacPatchWriter.adding(DATASET, REPLICA, MODIFIED, out),
                        file("a~b c.nc"),
                        file("b.nc")));
        assertThat(patch.isArray()).isTrue();
        assertThat(patch.size()).isEqualTo(2);
        for (JsonNode operation : patch) {
            assertThat(operation.propertyNames()).containsExactly("op", "path", "value");
            assertThat(operation.get("op").stringValue()).isEqualTo("add");
            JsonNode value = operation.get("value");
            assertThat(value.propertyNames())
                    .containsExactly(
                            "href",
                            "type",
                            "roles",
                            "description",
                            "alternate:name",
                            "protocol",
                            "file:size",
                            "file:checksum",
                            "file:local_path",
                            "created",
                            "updated");
            assertThat(value.get("type").stringValue()).isEqualTo("application/netcdf");
            assertThat(value.get("roles").toString()).isEqualTo("[\"data\"]");
            assertThat(value.get("alternate:name").stringValue()).isEqualTo("node.example.org");
            assertThat(value.get("created").stringValue()).isEqualTo("2026-01-02T03:04:05Z");
        }
        assertThat(patch.get(0).get("path").stringValue()).isEqualTo("/assets/a~0b c.nc/alternate/node.example.org");
        assertThat(patch.get(0).at("/value/href").stringValue())
                .isEqualTo("https://node.example.org/thredds/fileServer/archive/" + DRS + "a~b%20c.nc");
        refuses(
                ErrorCode.INVALID_REQUEST,
                out -> StacPatchWriter.adding(new DatasetName("a.b.c", "1"), REPLICA, MODIFIED, out),
                file("a.nc"));
    }

    /** esgpull 0.10 puts the first alternate in the place of the asset, and needs all of these there. */
    @Test
    @Tag("E4")
    void theAlternateRepeatsWhatEsgpullReadsOfAnAsset() {
        ManifestFile below = new ManifestFile(
                DATASET,
                "replicas/" + DRS + "a.nc",
                "/data/replicas/" + DRS + "a.nc",
                12,
                MODIFIED,
                List.of(Checksum.ofHex(ChecksumAlgorithm.SHA256, SHA), Checksum.ofHex(ChecksumAlgorithm.MD5, MD5)),
                null,
                null,
                List.of(),
                null);
        ManifestFile md5 = file("b.nc", List.of(Checksum.ofHex(ChecksumAlgorithm.MD5, MD5)));
        JsonNode patch = JsonMapper.shared()
                .readTree(written(out -> StacPatchWriter.adding(DATASET, REPLICA, MODIFIED, out), below, md5));
        JsonNode value = patch.get(0).get("value");
        assertThat(value.get("protocol").stringValue()).isEqualTo("https");
        assertThat(value.get("file:size").longValue()).isEqualTo(12);
        assertThat(value.get("file:checksum").stringValue()).isEqualTo("1220" + SHA);
        assertThat(value.get("file:local_path").stringValue()).isEqualTo(DRS + "a.nc");
        assertThat(patch.get(1).at("/value/file:checksum").stringValue()).isEqualTo("d50110" + MD5);
    }

    @Test
    void stacPatchTakesOurReplicaAway() {
        assertThat(text(out -> StacPatchWriter.removing(DATASET, REPLICA, out), file("a.nc")))
                .isEqualTo("[{\"op\":\"remove\",\"path\":\"/assets/a.nc/alternate/node.example.org\"}]");
    }

    @Test
    void aReplicaHasAHostNameAndAPlainAddress() {
        for (String node : List.of("", "a/b", "a b", ".a")) {
            assertThatThrownBy(() -> new StacReplica(node, REPLICA.root())).isInstanceOf(MoverException.class);
        }
        for (String root : List.of("ftp://a/b", "/a", "https://a/b?c", "https://u@a/b")) {
            assertThatThrownBy(() -> new StacReplica("a", URI.create(root))).isInstanceOf(MoverException.class);
        }
    }

    @Test
    void globusBatchIsReadBackWithItsQuotes() {
        String batch = text(
                out -> new GlobusBatchWriter(ChecksumAlgorithm.SHA256, "/dest", out),
                file("it's a.nc"),
                file("#b.nc", List.of()));
        Told told = Told.of(batch);
        assertThat(told.format).isEqualTo("globus-batch");
        assertThat(told.refused).isEmpty();
        assertThat(told.entries)
                .containsExactly(
                        new PathPair("/data/" + DRS + "it's a.nc", "/dest/" + DRS + "it's a.nc", false, sha256(SHA)),
                        new PathPair("/data/" + DRS + "#b.nc", "/dest/" + DRS + "#b.nc", false, null));
        refuses(
                ErrorCode.INVALID_PATH,
                out -> new GlobusBatchWriter(ChecksumAlgorithm.SHA256, "dest", out),
                file("a.nc"));
    }
}
