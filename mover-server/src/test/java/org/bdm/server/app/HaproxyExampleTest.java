package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bdm.core.identity.NodeKey;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HAProxy example, read by HAProxy itself where it is installed. */
class HaproxyExampleTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "haproxy.cfg");
    private static final List<Path> PLACES = Stream.of(
                    "/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy")
            .map(Path::of)
            .toList();

    @TempDir
    Path directory;

    @BeforeAll
    static void needsHaproxy() {
        assumeTrue(
                PLACES.stream().anyMatch(Files::isExecutable),
                "skipped: HAProxy is not installed, in none of " + PLACES);
    }

    private String check(String configuration) throws Exception {
        return checkWith("exec \"$0\" -c -f \"$1\"", configuration);
    }

    private String checkWith(String command, String configuration) throws Exception {
        Path key = directory.resolve("node-key.pem");
        SecureRandom random = new SecureRandom();
        NodeKey made = NodeKey.loadOrCreate(key, Clock.systemUTC(), random);
        String certificate = made.webCertificate(List.of("localhost"), Clock.systemUTC(), random);
        Files.writeString(directory.resolve("bdm-ca.pem"), certificate);
        Files.writeString(directory.resolve("mover.pem"), certificate + Files.readString(key));
        Path file = Files.writeString(
                directory.resolve("haproxy.cfg"), configuration.replace("/etc/haproxy/", directory + "/"));
        Path haproxy = PLACES.stream().filter(Files::isExecutable).findFirst().orElseThrow();
        Process process = new ProcessBuilder("/bin/sh", "-c", command, haproxy.toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + said;
    }

    @Test
    void isValid() throws Exception {
        assertThat(check(Files.readString(EXAMPLE))).startsWith("0 ").contains("Configuration file is valid");
    }

    @Test
    void mistakeInItIsFound() throws Exception {
        String example = Files.readString(EXAMPLE);
        assertThat(check(example.replace("default_backend control", "default_backend contro")))
                .startsWith("1 ");
    }

    @Test
    @Tag("P8")
    void startsWithALowLimitOfOpenFilesToo() throws Exception {
        assertThat(checkWith("ulimit -n 2000; exec \"$0\" -d -c -f \"$1\"", Files.readString(EXAMPLE)))
                .startsWith("0 ");
    }
}
