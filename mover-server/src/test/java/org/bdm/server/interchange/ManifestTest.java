package org.bdm.server.interchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What publication and audit get of files that are held, judged by the tools that read it and by our own readers. */
class ManifestTest {
    private static final String SHA = "ab".repeat(32);
    private static final String MD5 = "cd".repeat(16);
    private static final DatasetId DATASET =
            new DatasetId("CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn", "v20200101");
    private static final String DRS = "CMIP6/CMIP/INST/MODEL-1/historical/r1i1p1f1/Amon/tas/gn/v20200101/";
    private static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05.250Z");
    private static final StacReplica REPLICA =
            new StacReplica("node.example.org", URI.create("https://node.example.org/thredds/fileServer/archive"));

    @TempDir
    Path directory;

    private static Checksum sha256(String hex) {
        return Checksum.ofHex(ChecksumAlgorithm.SHA256, hex);
    }

    private static HeldFile file(String name, List<Checksum> digests) {
        return new HeldFile(
                DATASET,
                DRS + name,
                "/data/" + DRS + name,
                12,
                MODIFIED,
                digests,
                EvidenceLevel.READBACK,
                "hdl:21.14100/0000",
                List.of(URI.create("https://node.example.org/a?b=c&d=%3C"), URI.create("http://other.example.org/a")));
    }

    private static HeldFile file(String name) {
        return file(name, List.of(sha256(SHA), Checksum.ofHex(ChecksumAlgorithm.MD5, MD5)));
    }

    /** Makes a writer on a stream. */
    private interface Opening {
        ManifestWriter on(OutputStream out) throws IOException;
    }

    private static byte[] written(Opening opening, HeldFile... files) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ManifestWriter writer = opening.on(out);
            for (HeldFile file : files) writer.add(file);
            writer.end();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static String text(Opening opening, HeldFile... files) {
        return new String(written(opening, files), StandardCharsets.UTF_8);
    }

    private static void refuses(ErrorCode code, Opening opening, HeldFile file) {
        assertThatThrownBy(() -> written(opening, file))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        return process.waitFor();
    }

    @Test
    void everyLineOfAMapfileIsWhatPublicationTakes() {
        String mapfile = text(out -> new MapfileWriter(DATASET, out), file("a.nc"), file("b.nc"));
        List<MapfileLine> lines = mapfile.lines().map(MapfileLine::of).toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1).master()).isEqualTo(DATASET.name());
        assertThat(lines.get(1).path()).isEqualTo("/data/" + DRS + "b.nc");
        assertThat(lines.get(1).sizeBytes()).isEqualTo(12);
        assertThat(lines.get(1).options())
                .containsEntry("mod_time", "1767323045.25")
                .containsEntry("checksum", SHA);
        Told told = Told.of(mapfile);
        assertThat(told.refused).isEmpty();
        assertThat(told.warned).isEmpty();
        assertThat(told.file(0).dataset()).isEqualTo(DATASET);
        assertThat(MapfileWriter.fileName(DATASET)).isEqualTo(DATASET.text() + ".map");
    }

    @Test
    void aMapfileHasWholeSecondsWithAPoint() {
        HeldFile whole = new HeldFile(
                DATASET,
                DRS + "a.nc",
                "/data/" + DRS + "a.nc",
                0,
                Instant.ofEpochSecond(1_600_000_000),
                List.of(sha256(SHA)),
                null,
                null,
                List.of());
        assertThat(text(out -> new MapfileWriter(DATASET, out), whole)).contains("mod_time=1600000000.0 ");
    }

    @Test
    void whatAMapfileCannotSayIsRefusedAndNeverWrittenWrong() {
        Opening mapfile = out -> new MapfileWriter(DATASET, out);
        refuses(ErrorCode.EVIDENCE_MISSING, mapfile, file("a.nc", List.of(Checksum.ofHex(ChecksumAlgorithm.MD5, MD5))));
        refuses(ErrorCode.INVALID_PATH, mapfile, file("a | b.nc"));
        refuses(ErrorCode.INVALID_PATH, mapfile, file("a\nb.nc"));
        refuses(ErrorCode.INVALID_REQUEST, out -> new MapfileWriter(new DatasetId("a.b.c", "v1"), out), file("a.nc"));
        HeldFile elsewhere = new HeldFile(
                DATASET, DRS + "a.nc", "/data/flat/a.nc", 1, MODIFIED, List.of(sha256(SHA)), null, null, List.of());
        refuses(ErrorCode.INVALID_PATH, mapfile, elsewhere);
    }

    @Test
    void aPathThatLeadsElsewhereIsInNoManifest() {
        for (String path : List.of("../a", "/a", "a/../b", "a//b", ".", "", "a/")) {
            assertThatThrownBy(() -> new HeldFile(null, path, "/a", 1, MODIFIED, List.of(), null, null, List.of()))
                    .as(path)
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH));
        }
    }

    @Test
    void digestListIsAcceptedBySha256sumWithEveryNameAFileCanHave() throws Exception {
        List<HeldFile> files = new ArrayList<>();
        for (String name :
                List.of("a.nc", "b c.nc", "back\\slash", "new\nline", "carriage\rreturn", "*star", "\u00fc.nc")) {
            Path path = directory.resolve("root").resolve(name);
            Files.createDirectories(path.getParent());
            byte[] content = name.getBytes(StandardCharsets.UTF_8);
            Files.write(path, content);
            byte[] digest = java.security.MessageDigest.getInstance("SHA-256").digest(content);
            byte[] md5 = java.security.MessageDigest.getInstance("MD5").digest(content);
            files.add(new HeldFile(
                    null,
                    "root/" + name,
                    path.toString(),
                    content.length,
                    MODIFIED,
                    List.of(new Checksum(ChecksumAlgorithm.SHA256, digest), new Checksum(ChecksumAlgorithm.MD5, md5)),
                    null,
                    null,
                    List.of()));
        }
        HeldFile[] all = files.toArray(new HeldFile[0]);
        for (ChecksumAlgorithm algorithm : List.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5)) {
            for (DigestListWriter.PathForm form : DigestListWriter.PathForm.values()) {
                byte[] list = written(out -> new DigestListWriter(algorithm, form, out), all);
                Files.write(directory.resolve("list"), list);
                String program = algorithm == ChecksumAlgorithm.SHA256 ? "sha256sum" : "md5sum";
                assertThat(run(program, "--check", "--strict", "list"))
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
        String metalink = text(out -> new MetalinkWriter(MODIFIED, out), file("a<&\"'>.nc"), file("b.nc"));
        Told told = Told.of(metalink);
        assertThat(told.format).isEqualTo("metalink");
        assertThat(told.refused).isEmpty();
        assertThat(told.file(0).path()).isEqualTo(DRS + "a<&\"'>.nc");
        assertThat(told.file(0).urls()).isEqualTo(file("a.nc").urls());
        assertThat(told.file(0).digests()).isEqualTo(file("a.nc").digests());
        assertThat(told.file(1).sizeBytes()).isEqualTo(12);
        assertThat(told.file(1).dataset()).isEqualTo(DATASET);
        assertThat(metalink)
                .contains("<published>2026-01-02T03:04:05Z</published>")
                .contains("<identity>" + DATASET.name() + "</identity><version>v20200101</version>");
        HeldFile nowhere = new HeldFile(null, "a", "/a", 1, MODIFIED, List.of(sha256(SHA)), null, null, List.of());
        refuses(ErrorCode.SOURCE_NOT_FOUND, out -> new MetalinkWriter(MODIFIED, out), nowhere);
        refuses(ErrorCode.INVALID_PATH, out -> new MetalinkWriter(MODIFIED, out), file("a\u0001b"));
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
                    .containsExactly("href", "type", "roles", "description", "alternate:name", "created", "updated");
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
                out -> StacPatchWriter.adding(new DatasetId("a.b.c", "v1"), REPLICA, MODIFIED, out),
                file("a.nc"));
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

    private static byte[] receipt(NodeKey key) {
        return written(
                out -> new ReceiptWriter(key, "site", "job 1", MODIFIED, out),
                file("a.nc"),
                file("b.nc", List.of(sha256(SHA))));
    }

    @Test
    void aReceiptSaysWhoSignedItAndWhat() throws IOException {
        NodeKey key = NodeKey.create(Clock.systemUTC(), new SecureRandom());
        byte[] receipt = receipt(key);
        Receipt read = ReceiptVerifier.verify(new ByteArrayInputStream(receipt));
        assertThat(read).isEqualTo(new Receipt(key.node(), "site", "job 1", MODIFIED, 2, 24));
        assertThat(new String(receipt, StandardCharsets.UTF_8).lines().toList().get(1))
                .isEqualTo("{\"dataset\":\"" + DATASET.text() + "\",\"digests\":{\"MD5\":\"" + MD5 + "\",\"SHA-256\":\""
                        + SHA + "\"},\"evidence\":\"readback\",\"modified\":\"2026-01-02T03:04:05.250Z\",\"path\":\""
                        + DRS + "a.nc\",\"sizeBytes\":12,\"trackingId\":\"hdl:21.14100/0000\"}");
        refuses(
                ErrorCode.EVIDENCE_MISSING,
                out -> new ReceiptWriter(key, "site", "job 1", MODIFIED, out),
                file("a.nc", List.of()));
    }

    @Test
    void aReceiptOfWhichAnythingWasChangedIsRefused() {
        byte[] receipt = receipt(NodeKey.create(Clock.systemUTC(), new SecureRandom()));
        List<byte[]> changed = new ArrayList<>();
        for (int i = 0; i < receipt.length - 1; i += 7) {
            byte[] one = receipt.clone();
            one[i] ^= 1;
            changed.add(one);
            changed.add(java.util.Arrays.copyOf(receipt, i));
        }
        List<String> lines = new String(receipt, StandardCharsets.UTF_8).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            List<String> without = new ArrayList<>(lines);
            without.remove(i);
            changed.add((String.join("\n", without) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        changed.add((new String(receipt, StandardCharsets.UTF_8) + "{}\n").getBytes(StandardCharsets.UTF_8));
        for (byte[] one : changed) {
            assertThatThrownBy(() -> ReceiptVerifier.verify(new ByteArrayInputStream(one)))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECEIPT_INVALID));
        }
    }

    @Test
    void aReceiptIsVerifiedByOpenssl() throws Exception {
        NodeKey key = NodeKey.create(Clock.systemUTC(), new SecureRandom());
        List<String> lines =
                new String(receipt(key), StandardCharsets.UTF_8).lines().toList();
        String signed = String.join("\n", lines.subList(0, lines.size() - 1)) + "\n";
        Files.writeString(directory.resolve("signed"), signed, StandardCharsets.UTF_8);
        JsonMapper json = JsonMapper.shared();
        byte[] publicKey = Base64.getDecoder()
                .decode(json.readTree(lines.get(0)).get("publicKey").stringValue());
        String pem = "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(publicKey)
                + "\n-----END PUBLIC KEY-----\n";
        Files.writeString(directory.resolve("key.pem"), pem, StandardCharsets.UTF_8);
        String signature =
                json.readTree(lines.get(lines.size() - 1)).get("signature").stringValue();
        Files.write(directory.resolve("signature"), Base64.getDecoder().decode(signature));
        assertThat(run("openssl", "dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "signed"))
                .isZero();
        byte[] fingerprint = java.security.MessageDigest.getInstance("SHA-256").digest(publicKey);
        assertThat(key.node().toString()).contains(HexFormat.of().formatHex(fingerprint));
    }
}
