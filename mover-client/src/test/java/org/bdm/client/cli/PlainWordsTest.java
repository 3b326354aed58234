package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Error codes and messages of the programs are written in plain words. */
class PlainWordsTest {
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");

    @Test
    void errorCodesAreWrittenInPlainWords() throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "errors.md"))) {
            if (!PlainWords.problems(line).isEmpty()) found.put(line, PlainWords.problems(line));
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mover-core", "mover-server", "mover-client"})
    void messagesAreWrittenInPlainWords(String module) throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                Matcher literal = LITERAL.matcher(Files.readString(source));
                while (literal.find()) {
                    List<String> problems = PlainWords.problems(literal.group(1));
                    if (!problems.isEmpty()) found.put(source.getFileName() + ": " + literal.group(), problems);
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
