package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.bdm.client.demo.ServerProcess;
import org.bdm.core.testkit.FakeMailServer;
import org.bdm.extension.oidc.FakeIssuer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extensions do their work in a server's process, where each has a loader of classes of its own. */
class ExtensionsIT {
    @TempDir
    Path directory;

    private ServerProcess started(String... arguments) {
        ServerProcess server = TwoSites.server("here", directory.resolve("home"), List.of(arguments));
        server.start();
        return server;
    }

    @Test
    void aHookSendsMail() throws IOException {
        try (FakeMailServer mail = new FakeMailServer();
                ServerProcess server = started(
                        "--mail-host",
                        "127.0.0.1:" + mail.port(),
                        "--mail-security",
                        "none",
                        "--mail-from",
                        "bdm@example.org")) {
            TwoSites.client(server, "hook", "create", "ann", "mailto:ann@example.org");
            TwoSites.Result trial = TwoSites.client(server, "hook", "test", "ann");
            assertThat(trial.code()).as("%s", trial).isZero();
            assertThat(mail.lines)
                    .contains("From: bdm@example.org", "To: ann@example.org")
                    .anySatisfy(line -> assertThat(line).contains("This is a test of hook 'ann'."));
        }
    }

    @Test
    void aPersonLogsInAtAnIssuer() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), FakeIssuer.SECRET);
        try (FakeIssuer issuer = new FakeIssuer(Clock.systemUTC());
                ServerProcess server = started(
                        "--oidc-issuer",
                        issuer.address().toString(),
                        "--oidc-client-id",
                        FakeIssuer.CLIENT,
                        "--oidc-client-secret-file",
                        secret.toString(),
                        "--oidc-roles",
                        "climate=reader",
                        "--public-url",
                        "https://mover.example.org")) {
            URI site = server.ready().url();
            HttpResponse<String> begun = get(site.resolve("/api/v1/login/oidc"), "");
            URI back = issuer.login(URI.create(header(begun, "Location")));
            URI callback = site.resolve(back.getRawPath() + "?" + back.getRawQuery());
            HttpResponse<String> ended = get(callback, pair(header(begun, "Set-Cookie")));
            assertThat(header(ended, "Location")).isEqualTo("/");
            String session = pair(ended.headers().allValues("Set-Cookie").get(1));
            assertThat(get(site.resolve("/api/v1/login"), session).body()).contains("oidc:ann@example.org", "reader");
        }
    }

    private static HttpResponse<String> get(URI address, String cookie) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (!cookie.isEmpty()) request.header("Cookie", cookie);
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElseThrow();
    }

    private static String pair(String cookie) {
        return cookie.substring(0, cookie.indexOf(';'));
    }
}
