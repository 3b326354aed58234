package org.bdm.client.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A certificate for HTTPS that signs itself, made by {@code keytool}.
 *
 * @param chain PEM file with the certificate
 * @param key PEM file with its private key
 */
record Certificate(Path chain, Path key) {
    private static final char[] PASSWORD = "of-a-test".toCharArray();

    /** Valid for these addresses, for long before and after today: clocks of a test are wrong. */
    static Certificate of(Path directory, List<String> addresses) throws IOException {
        Path store = directory.resolve("rest.p12");
        String names = addresses.stream().map(address -> "ip:" + address).collect(Collectors.joining(","));
        Shell.run(
                "\"$1/bin/keytool\" -genkeypair -alias rest -keyalg EC -groupname secp256r1 -dname CN=rest -ext \"san=$2\""
                        + " -startdate -60d -validity 3650 -storetype PKCS12 -keystore \"$3\" -storepass \"$4\" 2>&1",
                System.getProperty("java.home"),
                names,
                store,
                new String(PASSWORD));
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD);
            Path chain = pem(
                    directory.resolve("rest-cert.pem"),
                    "CERTIFICATE",
                    keys.getCertificate("rest").getEncoded());
            Path key = pem(
                    directory.resolve("rest-key.pem"),
                    "PRIVATE KEY",
                    keys.getKey("rest", PASSWORD).getEncoded());
            return new Certificate(chain, key);
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate", e);
        }
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
