package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The HAProxy example as text, also where HAProxy is not installed. */
class HaproxyLimitsTest {
    @Test
    @Tag("P8")
    void theExampleAsksForNoMoreConnectionsThanTheLimitOfOpenFilesGives() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "docs", "examples", "haproxy.cfg")))
                .noneMatch(line -> line.strip().startsWith("maxconn"));
    }
}
