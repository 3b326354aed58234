import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IllegalFormatException;
import java.util.List;
import org.bdm.client.cli.Main;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the manual pages of the package from the same model as {@code --help}: {@code ManualPages DIRECTORY VERSION DATE}.
 * Run as a source file by the script {@code stage}, with both programs on the class path. One page for each verb, with the
 * verbs below it as sections; one for all of mover-server.
 */
final class ManualPages {
    private final Path directory;
    private final String version;
    private final String date;

    private ManualPages(Path directory, String version, String date) {
        this.directory = directory;
        this.version = version;
        this.date = date;
    }

    public static void main(String[] args) throws Exception {
        ManualPages pages = new ManualPages(Path.of(args[0]), args[1], args[2]);
        pages.client(Main.described());
        pages.server(
                described("org.bdm.server.app.ServerOptions"),
                List.of(
                        described("org.bdm.server.app.CatalogCommand"),
                        described("org.bdm.server.app.OfflineTokenCommand")));
    }

    /** The commands of the server are for its package alone; their annotations say all that is needed. */
    private static CommandLine described(String name) throws ClassNotFoundException {
        return new CommandLine(Class.forName(name), new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                return CommandLine.defaultFactory().create(type);
            }
        });
    }

    private void client(CommandLine all) throws IOException {
        List<String> page = begin(all, 1);
        page.add(".SH COMMANDS");
        all.getSubcommands().forEach((name, verb) -> {
            page.add(".TP");
            page.add(".BR " + escaped(pageName(verb)) + " (1)");
            page.add(text(summary(verb)));
        });
        options(page, all, ".SH OPTIONS");
        footer(page, all);
        page.add(".SH ENVIRONMENT");
        entry(page, "BDM_SERVER", "Address of the server, if there is no --server.");
        entry(page, "BDM_TOKEN_FILE", "File with the token, if there is no --token-file.");
        entry(
                page,
                "JAVA_HOME, BDM_JAVA_OPTS",
                "The Java that runs the command, 17 or newer, and further options for it.");
        seeAlso(page, List.of("mover-server(8)"));
        write(page, "man1/" + pageName(all) + ".1");
        for (CommandLine verb : all.getSubcommands().values()) verb(verb);
    }

    private void verb(CommandLine verb) throws IOException {
        List<String> page = begin(verb, 1);
        options(page, verb, ".SH OPTIONS");
        below(page, verb);
        footer(page, verb);
        seeAlso(page, List.of("bdm-client(1)"));
        write(page, "man1/" + pageName(verb) + ".1");
    }

    private void server(CommandLine server, List<CommandLine> commands) throws IOException {
        List<String> page = begin(server, 8);
        options(page, server, ".SH OPTIONS");
        for (CommandLine command : commands) {
            section(page, command);
            below(page, command);
        }
        page.add(".SH ENVIRONMENT");
        entry(page, "BDM_HOME", "The home, if there is no --home.");
        entry(page, "BDM_HEAP_MIB, BDM_CACHE_MIB", "Heap and block cache, in MiB.");
        entry(
                page,
                "BDM_CATALOG_PASSWORD",
                "Password of the catalog's database, if there is no --catalog-password-file.");
        entry(
                page,
                "JAVA_HOME, BDM_JAVA_OPTS",
                "The Java that runs the server, 17 or newer, and further options for it.");
        page.add(".SH EXIT STATUS");
        entry(page, "0", "Stopped by SIGTERM.");
        entry(page, "1", "Refused to start; one line on standard error says why.");
        entry(page, "2", "Wrong options.");
        entry(page, "3, 4", "Memory is used up, in the heap or outside of it.");
        entry(page, "5", "The catalog is lost.");
        seeAlso(page, List.of("bdm-client(1)"));
        write(page, "man8/mover-server.8");
    }

    private List<String> begin(CommandLine command, int section) {
        List<String> page = new ArrayList<>();
        page.add(".TH \"" + pageName(command).toUpperCase(java.util.Locale.ROOT) + "\" \"" + section + "\" \"" + date
                + "\" \"Bulk Data Mover " + version + "\" \"Bulk Data Mover\"");
        page.add(".nh");
        page.add(".ad l");
        page.add(".SH NAME");
        page.add(escaped(pageName(command)) + " \\- " + text(summary(command)));
        page.add(".SH SYNOPSIS");
        page.add(text(synopsis(command)));
        List<String> description = description(command);
        if (description.size() > 1) {
            page.add(".SH DESCRIPTION");
            description.stream().skip(1).forEach(line -> page.add(text(line)));
        }
        return page;
    }

    /** The verbs below a verb, and what is below them. */
    private void below(List<String> page, CommandLine command) {
        for (CommandLine verb : command.getSubcommands().values()) {
            if (verb.getCommandSpec().usageMessage().hidden()) continue;
            section(page, verb);
            below(page, verb);
        }
    }

    private void section(List<String> page, CommandLine command) {
        page.add(".SH \"" + escaped(command.getCommandSpec().qualifiedName()) + "\"");
        page.add(text(synopsis(command)));
        page.add(".PP");
        description(command).forEach(line -> page.add(text(line)));
        options(page, command, "");
        footer(page, command);
    }

    private void options(List<String> page, CommandLine command, String heading) {
        List<String> entries = new ArrayList<>();
        CommandSpec spec = command.getCommandSpec();
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden())
                entry(entries, "\\fI" + escaped(parameter.paramLabel()) + "\\fR", described(parameter));
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) entry(entries, names(option), described(option));
        }
        if (entries.isEmpty()) return;
        if (!heading.isEmpty()) page.add(heading);
        page.addAll(entries);
    }

    private static String names(OptionSpec option) {
        List<String> names = Arrays.stream(option.names())
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .toList();
        String value = option.arity().max() > 0 ? " \\fI" + escaped(option.paramLabel()) + "\\fR" : "";
        return String.join(", ", names) + value;
    }

    private static String described(ArgSpec argument) {
        return String.join(" ", rendered(argument.description()));
    }

    private static void entry(List<String> page, String title, String description) {
        page.add(".TP");
        page.add(title);
        page.add(text(description.isBlank() ? "No description." : description));
    }

    private void footer(List<String> page, CommandLine command) {
        List<String> lines = lines(command.getHelp().footer());
        if (lines.isEmpty()) return;
        page.add(".PP");
        page.add(".nf");
        lines.forEach(line -> page.add(text(line)));
        page.add(".fi");
    }

    private static void seeAlso(List<String> page, List<String> pages) {
        page.add(".SH SEE ALSO");
        page.add(escaped(String.join(", ", pages)));
        page.add(".PP");
        page.add("The documentation is in the directory share/doc of the package.");
    }

    private void write(List<String> page, String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", page) + "\n");
    }

    private static String pageName(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-").replace(' ', '-');
    }

    private static String summary(CommandLine command) {
        List<String> description = description(command);
        return description.isEmpty() ? command.getCommandName() : description.get(0);
    }

    private static List<String> description(CommandLine command) {
        return rendered(command.getCommandSpec().usageMessage().description()).stream()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private static String synopsis(CommandLine command) {
        return command.getHelp().synopsis(0).replaceAll("\\s+", " ").strip();
    }

    private static List<String> lines(String rendered) {
        List<String> lines =
                new ArrayList<>(rendered.lines().map(String::stripTrailing).toList());
        while (!lines.isEmpty() && lines.get(0).isBlank()) lines.remove(0);
        return lines;
    }

    /** Without marks of colour, and with what stands for an end of line. */
    private static List<String> rendered(String[] lines) {
        List<String> rendered = new ArrayList<>();
        for (String line : lines) {
            String text = Ansi.OFF.string(line);
            try {
                text = String.format(text);
            } catch (IllegalFormatException plain) {
                // a per cent sign of its own
            }
            text.lines().forEach(rendered::add);
        }
        return rendered;
    }

    /** A line of text; a full stop or an apostrophe at its beginning would be a command of roff. */
    private static String text(String line) {
        String escaped = escaped(line);
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
