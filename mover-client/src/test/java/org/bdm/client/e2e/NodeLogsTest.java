package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeLogsTest {
    private static String entry(int second, String level, String message) {
        return String.format(
                "2026-11-26T07:01:%02d.123Z %-5s stream-loop-1          Stream: %s%n", second, level, message);
    }

    @Test
    void errorsAndWarningsAreShownWithTheirStacks() {
        String stack = "java.lang.IllegalStateException: a frame\n\tat org.bdm.Some.where(Some.java:1)\n";
        String error = entry(2, "ERROR", "stream-2 failed") + stack;
        String warning = entry(4, "WARN", "the catalog is away");
        String log = "before all\n" + entry(1, "INFO", "begins") + error + entry(3, "INFO", "goes on") + warning;
        assertThat(NodeLogs.excerpt(log)).isEqualTo(error + warning);
        assertThat(NodeLogs.excerpt("")).isEmpty();
    }

    @Test
    void firstAndLastErrorsAreShownAndAllCauses() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            log.append(entry(i, "ERROR", "error " + i + "."));
            log.append("\tat org.bdm.Some.where(Some.java:1)\n".repeat(30));
            log.append("Caused by: cause of ").append(i).append(".\n");
        }
        String shown = NodeLogs.excerpt(log.toString());
        assertThat(shown).contains("error 0.", "cause of 0.", "error 19.", "error 40.", "error 59.", "cause of 59.");
        assertThat(shown)
                .doesNotContain("error 20.", "error 39.")
                .endsWith("20 more errors and warnings are left out\n");
        assertThat(shown.lines()).hasSize(40 * 26 + 1);
    }
}
