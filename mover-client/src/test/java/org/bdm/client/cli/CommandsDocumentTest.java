package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.bdm.client.cli.verb.ExitCode;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** docs/commands.md is what the command says of itself. */
class CommandsDocumentTest {
    private static final Path KEPT = Path.of("..", "docs", "commands.md");
    private static final String RENEW = "mvn -pl mover-client -am test -Dtest=CommandsDocumentTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.commands=true";

    @Test
    void keptDocumentIsTheHelpOfTheCommand() throws IOException {
        String text = document();
        if (Boolean.getBoolean("update.commands")) Files.writeString(KEPT, text);
        assertThat(Files.exists(KEPT) ? Files.readString(KEPT) : "")
                .as("docs/commands.md; renew it with '" + RENEW + "'")
                .isEqualTo(text);
    }

    private static String document() {
        CommandLine root = Main.described();
        StringBuilder text = new StringBuilder("""
                # Commands of bdm-client

                For whoever types or scripts `bdm-client`: every verb with its options and examples, as `bdm-client help VERB` shows them.
                The page is made from the command itself and a test compares it; after a change renew it with

                    %s

                """.formatted(RENEW));
        text.append("Exit codes, for scripts:\n\n| code | name |\n|---|---|\n");
        Arrays.stream(ExitCode.values())
                .forEach(code -> text.append("| ")
                        .append(code.number())
                        .append(" | `")
                        .append(code)
                        .append("` |\n"));
        text.append("\n## All verbs\n\n").append(block(root));
        Verbs.groups().forEach((group, verbs) -> {
            text.append("\n## ").append(group).append('\n');
            root.getSubcommands().forEach((name, verb) -> {
                if (verbs.contains(name)) add(verb, text);
            });
        });
        return text.toString();
    }

    private static void add(CommandLine verb, StringBuilder text) {
        text.append("\n### ")
                .append(verb.getCommandSpec().qualifiedName())
                .append("\n\n")
                .append(block(verb));
        for (Map.Entry<String, CommandLine> below : verb.getSubcommands().entrySet()) add(below.getValue(), text);
    }

    private static String block(CommandLine verb) {
        StringBuilder block = new StringBuilder();
        verb.getUsageMessage(Ansi.OFF)
                .lines()
                .map(String::stripTrailing)
                .forEach(line ->
                        block.append(line.isEmpty() ? "" : "    " + line).append('\n'));
        return block.toString();
    }
}
