package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Help and pages name the options that there are, and none that is refused. */
class ServerHelpTest {
    private static final Pattern OPTION = Pattern.compile("(?m)^\\| (`--.*?) \\|");
    private static final Pattern NAME = Pattern.compile("--[a-z0-9-]++");

    private static CommandLine command() {
        return new CommandLine(new ServerOptions());
    }

    private static Set<String> documented() throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher rows = OPTION.matcher(Files.readString(Path.of("..", "docs", "configuration.md")));
        while (rows.find()) {
            Matcher name = NAME.matcher(rows.group(1));
            while (name.find()) names.add(name.group());
        }
        return names;
    }

    @Test
    void helpNamesNoOptionThatIsRefused() throws IOException {
        assertThat(command().getUsageMessage()).contains("--export");
        assertThat(documented()).contains("--export", "--demo-data");
    }

    @Test
    void noNameOfAnOptionIsBrokenInTwo() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(MoverServer.run(new String[] {"--help"}, Map.of(), new PrintStream(out), System.err))
                .isZero();
        String help = out.toString(StandardCharsets.UTF_8);
        assertThat(help).contains("Usage: mover-server [OPTIONS]\n");
        for (OptionSpec option : command().getCommandSpec().options()) {
            if (!option.hidden()) assertThat(help).containsPattern(option.longestName() + "\\b");
        }
    }

    @Test
    void theVersionIsSaid() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(MoverServer.run(new String[] {"--version"}, Map.of(), new PrintStream(out), System.err))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("mover-server development");
    }

    @ParameterizedTest
    @Tag("U18")
    @CsvSource({
        "help, Usage:",
        "-h, Usage:",
        "-help, Usage:",
        "-?, Usage:",
        "version, mover-server",
        "-version, mover-server",
        "-v, mover-server"
    })
    void helpAndTheVersionAreFoundInOtherSpellings(String word, String said) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(MoverServer.run(new String[] {word}, Map.of(), new PrintStream(out), System.err))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(said);
    }

    @Test
    void everyOptionOfTheHelpIsInThePage() throws IOException {
        Set<String> shown = new TreeSet<>();
        for (OptionSpec option : command().getCommandSpec().options()) {
            if (!option.hidden()) shown.add(option.names()[0]);
        }
        shown.removeAll(Set.of("-h", "--help", "-V", "--version"));
        assertThat(documented()).containsAll(shown);
    }

    @Test
    void theServersOfTheReadmeStart() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "README.md")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("mover-server/bin/mover-server "))
                .map(line -> line.replaceFirst(" +#.*", ""))
                .toList();
        assertThat(lines).isNotEmpty();
        for (String line : lines) {
            String[] words = line.split(" +");
            command().parseArgs(List.of(words).subList(1, words.length).toArray(new String[0]));
        }
    }
}
