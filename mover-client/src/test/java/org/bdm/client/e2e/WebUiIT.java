package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What managers do in the web UI, in a real browser before real servers. The tests themselves are in {@code web-ui/e2e}: they start the servers
 * of this build. Where there is no browser they say that they were skipped.
 */
class WebUiIT {
    private static final long MINUTES_MAX = 12;

    @Test
    void managersDoTheirWorkInTheBrowser() throws Exception {
        Path pages = Path.of(System.getProperty("bdm.root", ".."), "web-ui").normalize();
        assumeTrue(Files.isDirectory(pages.resolve("dist")), "SKIPPED: web-ui was not built");
        ProcessBuilder tests = new ProcessBuilder("npm", "run", "--silent", "e2e")
                .directory(pages.toFile())
                .redirectErrorStream(true);
        tests.environment().put("JAVA_HOME", System.getProperty("java.home"));
        tests.environment().put("NO_COLOR", "1");
        Process running = tests.start();
        try {
            String output = printed(running);
            assertThat(running.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
            assertThat(running.exitValue()).as(output).isZero();
        } finally {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
        }
    }

    private static String printed(Process running) throws IOException {
        StringBuilder output = new StringBuilder();
        try (BufferedReader lines = running.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println("web-ui: " + line);
                output.append(line).append('\n');
            }
        }
        return output.toString();
    }
}
