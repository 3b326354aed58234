package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.logging.LoggingSystem;

class WebStartTest {
    @TempDir
    Path directory;

    @Test
    void aPortThatIsInUseIsRefusedAsSuchAndTheHomeCanBeUsedAgain() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> start("--port", Integer.toString(other.getLocalPort())))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_RUNNING))
                    .hasMessageContaining("port " + other.getLocalPort());
        }
        RunningServer server = start();
        server.stop();
    }

    @Test
    void springLeavesTheLoggingAlone() throws IOException {
        RunningServer server = start();
        server.stop();
        assertThat(LoggingSystem.get(getClass().getClassLoader()).getClass().getSimpleName())
                .as("it would reset the logging on its own thread, and lines of others would be lost")
                .isEqualTo("NoOpLoggingSystem");
        assertThat(SLF4JBridgeHandler.isInstalled()).as("for Tomcat").isTrue();
    }

    @Test
    void aNodeThatRefusesEndsItsWebServerToo() throws IOException {
        Path catalog = directory.resolve("home-a").resolve("catalog");
        Files.createDirectories(catalog.getParent());
        Files.writeString(catalog, "a file where a directory has to be");
        assertThatThrownBy(this::start).isInstanceOf(MoverException.class);
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("web-start"));
    }

    private RunningServer start(String... more) throws IOException {
        Files.createDirectories(directory.resolve("data"));
        return ServerInProcess.start(directory, "a", "data=" + directory.resolve("data"), List.of(more));
    }
}
