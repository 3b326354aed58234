package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Help is short, fits a terminal, shows what works, and is written in plain words. */
class HelpTextTest {
    private static final int SUMMARY_MAX = 60;
    private static final int WIDTH = 80;
    private static final Pattern WORD = Pattern.compile("\"([^\"]*+)\"|(\\S++)");

    private static List<CommandLine> verbs() {
        List<CommandLine> verbs = new ArrayList<>();
        add(Main.described(), verbs);
        return verbs;
    }

    private static void add(CommandLine command, List<CommandLine> verbs) {
        if (command.getCommandSpec().usageMessage().hidden()) return;
        verbs.add(command);
        command.getSubcommands().values().forEach(below -> add(below, verbs));
    }

    private static String name(CommandLine verb) {
        return verb.getCommandSpec().qualifiedName();
    }

    @Test
    void theSummaryOfEachVerbFitsTheListOfVerbs() {
        assertThat(verbs()).hasSizeGreaterThan(80).allSatisfy(verb -> {
            String[] description = verb.getCommandSpec().usageMessage().description();
            assertThat(description).as(name(verb)).isNotEmpty();
            if (verb.getParent() == null) return;
            assertThat(description[0].length())
                    .as(name(verb) + ": " + description[0])
                    .isLessThanOrEqualTo(SUMMARY_MAX);
            assertThat(description[0]).as(name(verb)).matches("[A-Z].*\\.");
        });
    }

    @Test
    void helpFitsATerminal() {
        assertThat(verbs())
                .allSatisfy(verb -> assertThat(verb.getUsageMessage().lines())
                        .filteredOn(line -> !line.startsWith("  bdm-client ")) // an example is copied whole
                        .as(name(verb))
                        .allMatch(line -> line.length() <= WIDTH, "at most " + WIDTH + " columns"));
    }

    @Test
    void everyVerbIsInAGroupOfTheHelp() {
        String help = new CommandRun().run("--help").out();
        assertThat(Main.described().getSubcommands().keySet())
                .allSatisfy(verb -> assertThat(help).containsPattern("(?m)^  " + verb + " +[A-Z].*\\.$"));
        assertThat(help).contains("Transfer:", "ESGF data:", "Administration:").doesNotContain("__complete");
    }

    /** An option or a verb that is gone, or a parameter that is missing, is found here. */
    @Test
    void everyVerbHasAnExampleThatIsUnderstood() {
        CommandLine client = Main.described(); // each parsing begins with the defaults again
        for (CommandLine verb : verbs()) {
            CommandSpec spec = verb.getCommandSpec();
            if (!spec.subcommands().isEmpty()) continue;
            List<String> examples = Stream.of(spec.usageMessage().footer())
                    .filter(line -> line.startsWith("bdm-client"))
                    .toList();
            assertThat(examples).as(name(verb)).isNotEmpty();
            for (String example : examples) {
                assertThat(example.strip()).startsWith(name(verb));
                String command = example.replaceFirst(" > .*", "");
                CommandLine.ParseResult parsed = client.parseArgs(words(command));
                while (parsed.hasSubcommand()) parsed = parsed.subcommand();
                assertThat(parsed.commandSpec().qualifiedName()).as(example).isEqualTo(name(verb));
            }
        }
    }

    private static String[] words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) words.add(word.group(1) != null ? word.group(1) : word.group(2));
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    @Test
    void helpIsWrittenInPlainWords() {
        Map<String, List<String>> found = new TreeMap<>();
        for (CommandLine verb : verbs()) {
            List<String> problems = PlainWords.problems(verb.getUsageMessage().replaceAll("\\s+", " "));
            if (!problems.isEmpty()) found.put(name(verb), problems);
        }
        assertThat(found).isEmpty();
    }

    /** A number before a fixed plural says '1 files' sooner or later; Plural is for that. */
    @Test
    void numbersOfTheClientHaveTheirPlural() throws IOException {
        Pattern fixed = Pattern.compile("\\) \\+ \" (files|jobs|datasets|entries|lines|findings|copies)\\b");
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"), FileVisitOption.FOLLOW_LINKS)) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                String text = Files.readString(source);
                assertThat(fixed.matcher(text.replaceAll("\\s+", " ")).results().map(found -> found.group()))
                        .as(source.toString())
                        .isEmpty();
            }
        }
    }
}
