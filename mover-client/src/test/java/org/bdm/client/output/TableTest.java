package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TableTest {
    private static Table jobs() {
        Table table = new Table("JOB", "STATE", ">FILES", "?CREATED", "EMPTY", "~REASON");
        table.row(
                "job-1",
                "FAILED",
                "12",
                "2026-11-20 10:00:00",
                "-",
                "NO_SPACE: the export b is full; free space there");
        table.row("job-12345678901234567890", "ACTIVE", "1", "2026-11-20 10:00:00", "", "");
        return table;
    }

    @Test
    void aPipeGetsEveryColumnInFull() {
        assertThat(jobs().lines().get(0))
                .isEqualTo("JOB                       STATE   FILES  CREATED              EMPTY  REASON");
        assertThat(jobs().lines().get(1)).endsWith("free space there");
    }

    @Test
    void aTerminalLosesEmptyColumnsThenOptionalOnesThenTheEndsOfTexts() {
        assertThat(jobs().lines(140, false).get(0)).contains("CREATED").doesNotContain("EMPTY");
        assertThat(jobs().lines(80, false).get(0)).doesNotContain("CREATED");
        assertThat(jobs().lines(80, false)).allMatch(line -> line.length() <= 80);
        assertThat(jobs().lines(80, false).get(1)).endsWith("..");
    }

    @Test
    @Tag("U7")
    void aTextIsCutBetweenWords() {
        Table table = new Table("JOB", "~REASON");
        String reason = "FILES_FAILED: 1 file failed with CHECKSUM_MISMATCH";
        table.row("job-1", reason);
        for (int columns = 40; columns < 57; columns++) {
            String shown = table.lines(columns, false).get(1).substring("job-1  ".length());
            assertThat(shown).endsWith("..");
            assertThat(reason.charAt(shown.length() - 2)).as(shown).isEqualTo(' ');
        }
    }

    @Test
    void idsAreNeverShortened() {
        assertThat(jobs().lines(20, false).get(2)).startsWith("job-12345678901234567890  ");
    }

    @Test
    void onlyTheStateIsColouredAndItsColumnKeepsItsWidth() {
        assertThat(jobs().lines(80, true).get(1)).contains("\u001b[31mFAILED\u001b[0m     12");
        assertThat(jobs().lines(80, false).get(1)).doesNotContain("\u001b");
    }
}
