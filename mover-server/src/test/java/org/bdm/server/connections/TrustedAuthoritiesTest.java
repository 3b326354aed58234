package org.bdm.server.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose certificate an authority of its own house signed. */
@Tag("P6")
class TrustedAuthoritiesTest {
    @TempDir
    Path directory;

    private SSLContext before;
    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        before = SSLContext.getDefault();
        Path store = directory.resolve("server.p12");
        keytool("-genkeypair -alias s -keyalg EC -dname CN=localhost -ext san=dns:localhost,ip:127.0.0.1"
                + " -validity 3650 -storetype PKCS12 -storepass secret -keystore " + store);
        keytool("-exportcert -rfc -alias s -storepass secret -keystore " + store + " -file "
                + directory.resolve("ca.pem"));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "secret".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "secret".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        SSLContext.setDefault(before);
    }

    private static void keytool(String arguments) throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder((keytool + " " + arguments).split(" "))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private int called() throws IOException, InterruptedException {
        URI address = URI.create("https://localhost:" + server.getAddress().getPort() + "/");
        HttpClient client = HttpClient.newBuilder().build(); // as the clients of this program are made
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void itIsCalledOnceTheFileOfTheSettingsNamesItsAuthority() throws Exception {
        assertThatThrownBy(this::called).isInstanceOf(SSLHandshakeException.class);
        TrustedAuthorities.use(directory.resolve("ca.pem"));
        assertThat(called()).isEqualTo(204);
    }

    @Test
    void theAuthoritiesOfJavaCountAsBefore() throws Exception {
        Path few = Files.writeString(directory.resolve("few.pem"), Files.readString(directory.resolve("ca.pem")));
        assertThat(TrustedAuthorities.authorities(few)).isGreaterThan(20);
    }

    @Test
    void aFileThatIsNoneIsRefusedByItsName() throws Exception {
        Path none = Files.writeString(directory.resolve("none.pem"), "nothing");
        for (Path bad : new Path[] {none, directory.resolve("missing.pem")}) {
            assertThatThrownBy(() -> TrustedAuthorities.use(bad))
                    .isInstanceOf(MoverException.class)
                    .hasMessageContaining("--ca-file " + bad);
        }
    }
}
