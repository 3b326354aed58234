package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.bdm.client.cli.CommandRun.Result;
import org.bdm.core.id.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiptVerifyCommandTest {
    @TempDir
    Path directory;

    private final CommandRun command = new CommandRun();

    private static KeyPair key() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static String receipt(KeyPair key) throws Exception {
        String lines = "{\"bdmReceipt\":1,\"issuedAt\":\"2026-11-20T10:00:00Z\",\"publicKey\":\""
                + Base64.getEncoder().encodeToString(key.getPublic().getEncoded())
                + "\",\"site\":\"a\",\"subject\":\"job-7\"}\n"
                + "{\"digests\":{\"MD5\":\"00ff\"},\"path\":\"x/a.nc\",\"sizeBytes\":2048}\n"
                + "{\"bytes\":2048,\"files\":1}\n";
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key.getPrivate());
        signature.update(lines.getBytes(StandardCharsets.UTF_8));
        return lines + "{\"signature\":\"" + Base64.getEncoder().encodeToString(signature.sign()) + "\"}\n";
    }

    private Result verify(String receipt, String... more) throws Exception {
        String file = Files.writeString(directory.resolve("receipt"), receipt).toString();
        String[] all = new String[3 + more.length];
        all[0] = "receipt";
        all[1] = "verify";
        all[2] = file;
        System.arraycopy(more, 0, all, 3, more.length);
        return command.run(all);
    }

    @Test
    void aReceiptThatIsAsItWasSignedSaysWhoSignedItWithoutAServer() throws Exception {
        KeyPair key = key();
        String fingerprint = NodeId.ofKey(key.getPublic().getEncoded()).toString();

        Result result = verify(receipt(key));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("signature      valid", fingerprint, "job-7", "1, 2.0 KiB");
        assertThat(result.err()).contains("or give it with --signer");
        assertThat(verify(receipt(key), "--signer", fingerprint).code()).isZero();
        assertThat(verify(receipt(key), "--json").out()).contains("\"files\":1");
    }

    @Test
    void aReceiptThatWasChangedOrSignedByAnotherNodeEndsWithOne() throws Exception {
        Result changed = verify(receipt(key()).replace("2048", "2049"));
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.err()).contains("its signature is wrong");
        assertThat(verify("hello").code()).isEqualTo(1);

        Result other = verify(receipt(key()), "--signer", "SHA256:" + "ab".repeat(32));
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("not by SHA256:abab");
        assertThat(verify(receipt(key()), "--signer", "abc").code()).isEqualTo(2);
    }
}
