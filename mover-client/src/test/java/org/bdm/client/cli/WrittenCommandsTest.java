package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every command in the README and in the pages is one: its verb and its options are known, and in blocks nothing is missing. */
class WrittenCommandsTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*+)\"|(\\S++)");
    private static final Pattern IN_A_BLOCK = Pattern.compile(" {4}(?:\\$ )?(bdm-client .*)");
    private static final Pattern IN_A_SENTENCE = Pattern.compile("`(bdm-client [^`]*+)`");
    /** What belongs to the shell, and what stands in brackets or is left out. */
    private static final Pattern REST = Pattern.compile(" +(\\[|\\||>|#|\\.\\.( |$)).*");

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) words.add(word.group(1) != null ? word.group(1) : word.group(2));
        return words.subList(1, words.size());
    }

    private static String errorsOf(String command) {
        // Nothing listens at port 1; 'demo' would start servers of its own.
        if (command.startsWith("bdm-client demo")) return "";
        return new CommandRun()
                .environment("BDM_SERVER", "http://127.0.0.1:1")
                .run(words(command).toArray(new String[0]))
                .err();
    }

    @Test
    void theCommandsInBlocksAreUnderstood() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page).replaceAll(" \\\\\n +", " ");
            Matcher command = IN_A_BLOCK.matcher("");
            text.lines().filter(line -> command.reset(line).matches()).forEach(line -> commands.add(command.group(1)));
        }
        assertThat(commands).hasSizeGreaterThan(50);
        for (String command : commands) {
            assertThat(errorsOf(REST.matcher(command).replaceFirst("").strip()))
                    .as(command)
                    .doesNotContain(
                            "Unknown option",
                            "one argument too many",
                            "Missing required",
                            "Did you mean",
                            "no such verb");
        }
    }

    @Test
    void theVerbsAndOptionsInSentencesAreKnown() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path page : pages()) {
            Matcher command = IN_A_SENTENCE.matcher(Files.readString(page));
            while (command.find()) commands.add(command.group(1));
        }
        assertThat(commands).hasSizeGreaterThan(50);
        for (String command : commands) {
            assertThat(errorsOf(REST.matcher(command).replaceFirst("").strip()))
                    .as(command)
                    .doesNotContain("Unknown option", "one argument too many", "Did you mean", "no such verb");
        }
    }

    @Test
    void helpOfPairingNamesBothRights() {
        for (String verb : List.of("invite", "add")) {
            assertThat(new CommandRun().run("site", verb, "--help").out()).contains("--read", "--write");
        }
    }

    /** Not the generated page of the commands, which the command wrote itself, nor the decisions, which tell what was. */
    private static List<Path> pages() throws IOException {
        Path docs = Path.of("..", "docs");
        try (Stream<Path> files = Files.walk(docs)) {
            Stream<Path> pages = files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.startsWith(docs.resolve("decisions")))
                    .filter(file -> !file.equals(docs.resolve("commands.md")));
            return Stream.concat(Stream.of(Path.of("..", "README.md")), pages)
                    .sorted()
                    .toList();
        }
    }
}
