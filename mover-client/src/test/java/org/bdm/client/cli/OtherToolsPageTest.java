package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds that people who come from another tool find its tasks, and the demo first. */
@Tag("U16")
class OtherToolsPageTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern COMMAND = Pattern.compile("`(bdm-client [^`]*+)`");

    @Test
    void thePageNamesTheToolsAndItsCommandsAreWhole() throws IOException {
        String page = Files.readString(DOCS.resolve("how-to/coming-from-other-tools.md"));
        assertThat(page).contains("## From Globus", "## From FTS", "## From rclone", "## From esgpull");
        Matcher command = COMMAND.matcher(page);
        int commands = 0;
        for (; command.find(); commands++) {
            String[] words = command.group(1).replace("\"", "").split(" ");
            String err = new CommandRun()
                    .environment("BDM_SERVER", "http://127.0.0.1:1")
                    .run(List.of(words).subList(1, words.length).toArray(String[]::new))
                    .err();
            boolean isRead = err.contains("NOT_REACHABLE") || err.contains("no such file");
            assertThat(isRead).as(command.group(1) + ": " + err).isTrue();
        }
        assertThat(commands).isGreaterThan(25);
    }

    @Test
    void theDemoIsTheFirstTask() throws IOException {
        String index = Files.readString(DOCS.resolve("README.md"));
        int tasks = index.indexOf("How to, one page a task");
        assertThat(index.indexOf("how-to/", tasks)).isEqualTo(index.indexOf("how-to/try-the-demo.md", tasks));
        assertThat(index).contains("how-to/coming-from-other-tools.md");
    }
}
