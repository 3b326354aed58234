package org.bdm.server.interchange.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.interchange.write.HeldFileSamples.MODIFIED;
import static org.bdm.server.interchange.write.HeldFileSamples.SHA;
import static org.bdm.server.interchange.write.HeldFileSamples.refuses;
import static org.bdm.server.interchange.write.HeldFileSamples.sha256;
import static org.bdm.server.interchange.write.HeldFileSamples.text;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AddressPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lists for other movers, with 24 kinds of valid names that some of these programs change. What each of them makes of its list was tried with the
 * real program: docs/how-to/hand-over-to-other-movers.md.
 */
class HandOverListsTest {
    private static final String ROOT = "http://node.example.org/thredds/fileServer/x/";
    private static final String MD5 = "cd".repeat(16);
    private static final List<Checksum> BOTH = List.of(sha256(SHA), Checksum.ofHex(ChecksumAlgorithm.MD5, MD5));

    @TempDir
    Path directory;

    /** A format, how its lists are written, and the names that it refuses. */
    enum Handed {
        GLOBUS("globus-batch", out -> new GlobusBatchWriter(ChecksumAlgorithm.SHA256, "/dest", out), "none"),
        RCLONE("rclone", RcloneListWriter::new, "none"),
        RCLONE_URLS("rclone-urls", RcloneUrlsWriter::new, "none"),
        WGET("wget", WgetListWriter::new, "aria2", "pct%20.nc"),
        ARIA2("aria2", Aria2InputWriter::new, "rclone-urls", "trail.nc "),
        METALINK("metalink", out -> new MetalinkWriter(MODIFIED, out), "rclone-urls", "a&b.nc"),
        FTS(
                "fts",
                out -> new FtsJobWriter(new FtsDestination("davs://dst.example.org/in"), ChecksumAlgorithm.MD5, out),
                "rclone-urls",
                "trail.nc "),
        GFAL(
                "gfal",
                GfalListWriter::new,
                "rclone-urls",
                "a b.nc",
                " lead.nc",
                "trail.nc ",
                "#hash.nc",
                "a#b.nc",
                ";semi.nc",
                "a;b.nc",
                "it's.nc",
                "say\"hi\".nc",
                "back\\slash.nc",
                "pct%20.nc",
                "a&b.nc",
                "a+b.nc",
                "a,b.nc",
                "a?b.nc",
                "a*b[1].nc",
                "\u00fc\u00f1\u00ed.nc",
                "u\u0308.nc",
                "$HOME.nc",
                "\u540d\u524d.nc");

        final String name;
        final HeldFileSamples.Opening opening;
        final String other;
        final List<String> refused;

        Handed(String name, HeldFileSamples.Opening opening, String other, String... refused) {
            this.name = name;
            this.opening = opening;
            this.other = other;
            this.refused = List.of(refused);
        }
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        JsonMapper.shared().readTree(resource("names.json")).forEach(name -> names.add(name.asString()));
        assertThat(names).hasSize(24);
        return names;
    }

    private static String resource(String name) {
        try (InputStream in = HandOverListsTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ManifestFile file(String path, String root, List<Checksum> digests) {
        return new ManifestFile(
                null,
                path,
                "/data/" + path,
                12,
                MODIFIED,
                digests,
                null,
                null,
                List.of(URI.create(root + AddressPath.encoded(path))),
                null);
    }

    private static ManifestFile file(String path) {
        return file(path, ROOT, BOTH);
    }

    @ParameterizedTest
    @EnumSource
    void aListHasEveryNameThatItsReaderKeepsAndRefusesTheOthersByName(Handed format) {
        List<ManifestFile> kept = new ArrayList<>();
        for (String name : names()) {
            if (!format.refused.contains(name)) kept.add(file("d/" + name));
            else
                assertThatThrownBy(() -> text(format.opening, file("d/" + name)))
                        .as(name)
                        .isInstanceOfSatisfying(
                                MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH))
                        .hasMessageContaining("'d/" + name + "'")
                        .hasMessageContaining("--format " + format.other);
        }
        assertThat(text(format.opening, kept.toArray(ManifestFile[]::new))).isEqualTo(resource(format.name + ".list"));
    }

    @ParameterizedTest
    @EnumSource
    void noListHasANameWithALineFeedOrOneThatIsNotUtf8(Handed format) {
        for (String name : List.of("d/a\nb.nc", "d/a\u0007.nc", "d/a\uFFFD.nc")) {
            refuses(ErrorCode.INVALID_PATH, format.opening, file(name));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ARIA2", "FTS"})
    void aBlankAtTheBeginningOfAPathIsRefusedWhereItIsCutOff(Handed format) {
        refuses(ErrorCode.INVALID_PATH, format.opening, file(" lead.nc"));
    }

    @Test
    void aDestinationIsInAListOnceAndNeverWithTwoContents() {
        HeldFileSamples.Opening once =
                out -> new DestinationsOnce(new RcloneListWriter(out), ManifestFile::relativePath);
        assertThat(text(once, file("d/a.nc"), file("d/b.nc"), file("d/a.nc"))).isEqualTo("d/a.nc\nd/b.nc\n");
        ManifestFile other = file("d/a.nc", ROOT, List.of(sha256("ef".repeat(32))));
        assertThatThrownBy(() -> text(once, file("d/a.nc"), other))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("'d/a.nc'");
        assertThatThrownBy(() -> text(
                        out -> new DestinationsOnce(new GfalListWriter(out), ManifestFile::fileName),
                        file("d/a.nc"),
                        file("e/a.nc", ROOT, List.of(sha256("ef".repeat(32))))))
                .hasMessageContaining("'a.nc'");
    }

    @Test
    void aBatchOfGlobusHasDigestsOfOneAlgorithmAlone() {
        ManifestFile md5 = file("d/a.nc", ROOT, List.of(Checksum.ofHex(ChecksumAlgorithm.MD5, MD5)));
        assertThatThrownBy(() -> text(Handed.GLOBUS.opening, md5))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_MISSING))
                .hasMessageContaining("'d/a.nc' has no SHA-256 digest")
                .hasMessageContaining("--digest md5");
        assertThat(text(out -> new GlobusBatchWriter(ChecksumAlgorithm.MD5, "/dest", out), md5))
                .isEqualTo("--external-checksum " + MD5 + " '/data/d/a.nc' '/dest/d/a.nc'\n");
        assertThat(text(out -> new GlobusBatchWriter(null, "/dest", out), md5, file("d/b.nc")))
                .isEqualTo("'/data/d/a.nc' '/dest/d/a.nc'\n'/data/d/b.nc' '/dest/d/b.nc'\n");
    }

    @Test
    void aJobOfFtsOverwritesNothingAndIsVerifiedByMd5OrNotAtAll() {
        JsonNode job = JsonMapper.shared().readTree(text(Handed.FTS.opening, file("d/a.nc")));
        assertThat(job.at("/params/overwrite").isBoolean()).isTrue();
        assertThat(job.at("/params/overwrite").booleanValue()).isFalse();
        assertThat(job.at("/params/verify_checksum").asString()).isEqualTo("target");
        assertThat(job.at("/files/0/checksum").asString()).isEqualTo("MD5:" + MD5);
        FtsDestination destination = new FtsDestination("davs://dst.example.org/in/");
        JsonNode bare = JsonMapper.shared()
                .readTree(text(
                        out -> new FtsJobWriter(destination, null, out), file("d/a.nc", ROOT, List.of(sha256(SHA)))));
        assertThat(bare.at("/params/verify_checksum").asString()).isEqualTo("none");
        assertThat(bare.at("/files/0").has("checksum")).isFalse();
        refuses(ErrorCode.EVIDENCE_MISSING, Handed.FTS.opening, file("d/a.nc", ROOT, List.of(sha256(SHA))));
        refuses(
                ErrorCode.INVALID_REQUEST,
                out -> new FtsJobWriter(destination, ChecksumAlgorithm.SHA256, out),
                file("d/a.nc"));
        refuses(
                ErrorCode.INVALID_REQUEST,
                out -> new FtsJobWriter(new FtsDestination(ROOT), null, out),
                file("d/a.nc"));
    }

    @Test
    void aDestinationOfFtsIsAnAddressThatFtsWritesTo() {
        for (String root : List.of("file:///in", "globus://uuid/in", "/in", "dst.example.org/in", "https://a b/")) {
            assertThatThrownBy(() -> new FtsDestination(root))
                    .as(root)
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
        }
        FtsDestination root = new FtsDestination("root://dst.example.org//in");
        assertThat(root.address("d/a.nc")).isEqualTo("root://dst.example.org//in/d/a.nc");
        assertThatThrownBy(() -> root.address("d/a b.nc")).hasMessageContaining("'d/a b.nc' would have to be encoded");
    }

    @Test
    void aListOfNamesTakesNoneThatItsAddressDoesNotHave() {
        ManifestFile renamed = new ManifestFile(
                null,
                "d/a.nc",
                "/data/d/a.nc",
                1,
                MODIFIED,
                BOTH,
                null,
                null,
                List.of(URI.create(ROOT + "b.nc")),
                null);
        refuses(ErrorCode.INVALID_PATH, WgetListWriter::new, renamed);
        refuses(ErrorCode.INVALID_PATH, GfalListWriter::new, renamed);
    }

    @Test
    void aListOfAddressesNeedsOne() {
        ManifestFile nowhere = new ManifestFile(null, "a.nc", "/a.nc", 1, MODIFIED, BOTH, null, null, List.of(), null);
        for (Handed format : Handed.values()) {
            if (format == Handed.GLOBUS || format == Handed.RCLONE) continue;
            refuses(ErrorCode.INVALID_REQUEST, format.opening, nowhere);
        }
    }

    @Test
    void wgetSavesEveryNameOfItsList() throws Exception {
        assumeTrue(ToolRun.isInstalled("wget"), "skipped: wget is not installed");
        fetched(Handed.WGET, "wget", "--no-config", "-q", "-x", "-nH", "--cut-dirs=3", "-P", "in", "-i", "list");
    }

    @Test
    void aria2SavesEveryNameOfItsList() throws Exception {
        assumeTrue(ToolRun.isInstalled("aria2c"), "skipped: aria2c is not installed");
        fetched(Handed.ARIA2, "aria2c", "--no-conf", "-q", "-d", "in", "-i", "list");
    }

    @Test
    void rcloneSavesEveryNameOfItsList() throws Exception {
        assumeTrue(
                ToolRun.isInstalled("rclone") && ToolRun.of(directory, "rclone", "help", "flags", "urls") == 0,
                "skipped: no rclone with copyurl --urls is installed");
        fetched(Handed.RCLONE_URLS, "rclone", "--config", "", "copyurl", "--urls", "list", "in");
    }

    /** Each file has its path as its content. */
    private void fetched(Handed format, String... command) throws Exception {
        HttpServer node = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        node.createContext("/thredds/fileServer/x/", exchange -> {
            String path = exchange.getRequestURI().getPath().substring("/thredds/fileServer/x/".length());
            byte[] content = path.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, exchange.getRequestMethod().equals("HEAD") ? -1 : content.length);
            if (!exchange.getRequestMethod().equals("HEAD"))
                exchange.getResponseBody().write(content);
            exchange.close();
        });
        node.start();
        try {
            String root = "http://127.0.0.1:" + node.getAddress().getPort() + "/thredds/fileServer/x/";
            List<String> paths = new ArrayList<>();
            for (String name : names()) if (!format.refused.contains(name)) paths.add("d/" + name);
            ManifestFile[] files =
                    paths.stream().map(path -> file(path, root, digest(path))).toArray(ManifestFile[]::new);
            Files.writeString(directory.resolve("list"), text(format.opening, files));
            assertThat(ToolRun.of(directory, command))
                    .as(Files.readString(directory.resolve("output")))
                    .isZero();
            for (String path : paths) {
                assertThat(directory.resolve("in").resolve(path)).hasContent(path);
            }
        } finally {
            node.stop(0);
        }
    }

    private static List<Checksum> digest(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return List.of(digest.finish());
    }
}
