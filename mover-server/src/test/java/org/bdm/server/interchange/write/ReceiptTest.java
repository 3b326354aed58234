package org.bdm.server.interchange.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.interchange.write.HeldFileSamples.DATASET;
import static org.bdm.server.interchange.write.HeldFileSamples.DRS;
import static org.bdm.server.interchange.write.HeldFileSamples.MD5;
import static org.bdm.server.interchange.write.HeldFileSamples.MODIFIED;
import static org.bdm.server.interchange.write.HeldFileSamples.SHA;
import static org.bdm.server.interchange.write.HeldFileSamples.file;
import static org.bdm.server.interchange.write.HeldFileSamples.refuses;
import static org.bdm.server.interchange.write.HeldFileSamples.sha256;
import static org.bdm.server.interchange.write.HeldFileSamples.written;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.receipt.Receipt;
import org.bdm.core.receipt.ReceiptVerifier;
import org.bdm.server.testkit.JsonReceiptLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A receipt is believed only as it was signed, also by those who have no mover. */
class ReceiptTest {
    @TempDir
    Path directory;

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
        Receipt read = ReceiptVerifier.verify(new ByteArrayInputStream(receipt), JsonReceiptLine::read);
        assertThat(read).isEqualTo(new Receipt(key.node(), "site", "job 1", MODIFIED, 2, 24));
        assertThat(new String(receipt, StandardCharsets.UTF_8).lines().toList().get(1))
                .isEqualTo("{\"dataset\":\"" + DATASET.instanceId() + "\",\"digests\":{\"MD5\":\"" + MD5
                        + "\",\"SHA-256\":\""
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
            changed.add(Arrays.copyOf(receipt, i));
        }
        List<String> lines = new String(receipt, StandardCharsets.UTF_8).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            List<String> without = new ArrayList<>(lines);
            without.remove(i);
            changed.add((String.join("\n", without) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        changed.add((new String(receipt, StandardCharsets.UTF_8) + "{}\n").getBytes(StandardCharsets.UTF_8));
        for (byte[] one : changed) {
            assertThatThrownBy(() -> ReceiptVerifier.verify(new ByteArrayInputStream(one), JsonReceiptLine::read))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECEIPT_INVALID));
        }
    }

    @Test
    void aReceiptIsVerifiedByOpenssl() throws Exception {
        assumeTrue(ToolRun.isInstalled("openssl"), "skipped: openssl is not installed");
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
        assertThat(ToolRun.of(
                        directory,
                        "openssl",
                        "dgst",
                        "-sha256",
                        "-verify",
                        "key.pem",
                        "-signature",
                        "signature",
                        "signed"))
                .isZero();
        byte[] fingerprint = MessageDigest.getInstance("SHA-256").digest(publicKey);
        assertThat(key.node().toString()).contains(HexFormat.of().formatHex(fingerprint));
    }
}
