package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the how-to pages: the client understands each, and the options of the server are those that it has. */
class HowToPagesTest {
    private static final Path DOCS =
            Path.of(System.getProperty("bdm.root", "..")).resolve("docs");
    private static final String WORDS =
            "(?:[A-Z_]+=\\S+ )*(bdm-client [a-z][^`\\n|#<>&;\\[]*[^`\\s|#<>&;\\[])(?![^`\\n]*\\[-)";
    /** A line of a block, up to a comment, a pipe or what else is the shell's. */
    private static final Pattern IN_BLOCK = Pattern.compile("(?m)^ {4,}(?:\\$ )?" + WORDS);
    /** Words of a sentence, which may name a verb alone. */
    private static final Pattern IN_SENTENCE = Pattern.compile("`" + WORDS);
    /** The command is right; the file that it names is the reader's. */
    private static final Pattern FILE_IS_MISSING =
            Pattern.compile("no such file|no such token file|cannot read |no password given|NOT_REACHABLE");

    private static final Pattern SERVER = Pattern.compile("(?m)^ {4,}(?:\\$ )?(?:\\S*/)?mover-server [^\\n#|]*");
    private static final Pattern OPTION = Pattern.compile("(?<= )--[a-z0-9-]+");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS.resolve("how-to"))) {
            return pages.filter(page -> page.toString().endsWith(".md")).sorted().toList().stream();
        }
    }

    private static String text(Path page) throws IOException {
        return Files.readString(page).replaceAll("\\\\\\n\\s*", "");
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        for (MatchResult word : WORD.matcher(command).results().toList()) {
            String quoted = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(quoted == null ? word.group(3) : quoted);
        }
        return words.subList(1, words.size());
    }

    private static String error(String command) {
        return new CommandRun()
                .environment("BDM_SERVER", "http://127.0.0.1:1")
                .run(words(command).toArray(String[]::new))
                .err();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandIsUnderstood(Path page) throws IOException {
        for (MatchResult command : IN_BLOCK.matcher(text(page)).results().toList()) {
            String error = error(command.group(1));
            boolean isRefused =
                    error.contains("USAGE") && !FILE_IS_MISSING.matcher(error).find();
            assertThat(isRefused).as(command.group(1) + ": " + error).isFalse();
        }
        for (MatchResult command : IN_SENTENCE.matcher(text(page)).results().toList()) {
            String error = error(command.group(1));
            boolean isRefused = error.contains("USAGE")
                    && !error.contains("Missing required")
                    && !FILE_IS_MISSING.matcher(error).find();
            assertThat(isRefused).as(command.group(1) + ": " + error).isFalse();
        }
    }

    @Test
    void commandsAreFound() throws IOException {
        long commands = 0;
        for (Path page : pages().toList())
            commands += IN_BLOCK.matcher(text(page)).results().count();
        assertThat(commands).isGreaterThan(100);
    }

    @Test
    void everyOptionOfTheServerIsOne() throws IOException {
        String options = Files.readString(DOCS.resolve("configuration.md"));
        List<String> unknown = new ArrayList<>();
        for (Path page : pages().toList()) {
            for (MatchResult line : SERVER.matcher(text(page)).results().toList()) {
                OPTION.matcher(line.group())
                        .results()
                        .map(MatchResult::group)
                        .filter(option -> !options.contains(option))
                        .forEach(option -> unknown.add(page.getFileName() + ": " + option));
            }
        }
        assertThat(unknown).isEmpty();
    }
}
