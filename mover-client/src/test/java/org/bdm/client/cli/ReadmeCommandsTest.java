package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every command of the README is one: its verb and its options are known, and nothing is missing. */
class ReadmeCommandsTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*+)\"|(\\S++)");

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) words.add(word.group(1) != null ? word.group(1) : word.group(2));
        return words.subList(1, words.size());
    }

    @Test
    void theCommandsOfTheReadmeAreUnderstood() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "README.md")).stream()
                .filter(line -> line.startsWith("    bdm-client "))
                .map(line -> line.replaceFirst(" +#.*", "").strip())
                .toList();
        assertThat(lines).hasSizeGreaterThan(10);
        for (String line : lines) {
            String[] arguments = words(line).toArray(new String[0]);
            CommandRun.Result result = new CommandRun()
                    .environment("BDM_SERVER", "http://127.0.0.1:1")
                    .run(arguments);
            assertThat(result.err())
                    .as(line)
                    .doesNotContain(
                            "Unknown option", "Unmatched argument", "Missing required", "Did you mean", "Usage:");
        }
    }

    @Test
    void helpNamesNoOptionThatEveryServerRefuses() {
        for (String verb : List.of("invite", "add")) {
            assertThat(new CommandRun().run("site", verb, "--help").out())
                    .contains("--read")
                    .doesNotContain("--write");
        }
    }
}
