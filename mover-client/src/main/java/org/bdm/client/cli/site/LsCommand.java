package org.bdm.client.cli.site;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.client.EndpointText;
import org.bdm.client.ExportPath;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.EntryView;
import org.bdm.core.control.site.ExportView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a directory or a file of an export. */
@Command(
        name = "ls",
        footer = {"bdm-client ls -lh bdm://north/data/CMIP6", "bdm-client ls bdm://north"},
        description = "Lists a directory or a file of an export.")
public final class LsCommand extends Verb {
    private static final String DIRECTORY = "DIRECTORY";
    private static final int LINES_TOGETHER = 1000; // of a page
    private static final Pattern SITE = Pattern.compile("bdm://([^/]+)/?");

    @Parameters(
            paramLabel = "ENDPOINT",
            description = "bdm://SITE/EXPORT/path, or bdm://SITE for what may be read there")
    String endpoint = "";

    @Option(
            names = {"-l", "--long"},
            description = "Show size and time of modification.")
    boolean isLong;

    @Option(
            names = {"-h", "--human-readable"},
            description = "With -l: sizes in KiB, MiB, GiB.")
    boolean isHuman;

    @Option(
            names = {"-R", "--recursive"},
            description = "Recursively, by path relative to ENDPOINT.")
    boolean recursive;

    private boolean hasHeading;

    @Override
    protected ExitCode run() {
        Matcher site = SITE.matcher(endpoint);
        if (site.matches()) return site(site.group(1));
        ExportPath place;
        try {
            place = ExportPath.parse(EndpointText.ofArgument(endpoint));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        try {
            if (!recursive || !tree(place)) list(place, "");
        } catch (ServerRefusal refusal) {
            String code = refusal.problem().code();
            if (code.equals("NOT_ALLOWED")) granted(place, refusal);
            else if (code.equals("NOT_A_DIRECTORY")) file(place, refusal);
            else throw refusal;
        }
        return ExitCode.DONE;
    }

    /** The exports of this site; of another one, what it lets this site read. */
    private ExitCode site(String name) {
        boolean isOwn = false;
        for (Iterator<ExportView> exports = api().exports(); exports.hasNext(); ) {
            ExportView export = exports.next();
            if (!export.site().equals(name)) continue;
            isOwn = true;
            directory(export.name());
        }
        if (isOwn) return ExitCode.DONE;
        List<String> readable = api().nodes().grantsOf(name).read();
        readable.forEach(this::directory);
        if (readable.isEmpty())
            terminal()
                    .message("site '" + name
                            + "' lets this site read nothing; ask for it there with 'site invite NAME --read"
                            + " EXPORT'");
        return ExitCode.DONE;
    }

    private void directory(String name) {
        print(new EntryView(name, DIRECTORY, null, null, null));
    }

    /** Of a directory that may not be read itself: what may be read below it. */
    private void granted(ExportPath place, ServerRefusal refusal) {
        String above = (place.export() + "/" + place.path()).replaceFirst("/+$", "") + "/";
        List<String> below = api().nodes().grantsOf(place.site()).read().stream()
                .filter(tree -> tree.startsWith(above))
                .toList();
        if (below.isEmpty()) throw refusal;
        below.forEach(tree -> directory(tree.substring(above.length())));
    }

    /** All of a tree that its site lists in one pass; false if it does not. */
    private boolean tree(ExportPath place) {
        Iterator<EntryView> entries = beginOfTree(place);
        if (entries == null) return false;
        while (entries.hasNext()) terminal().together(() -> printSome(entries));
        return true;
    }

    private @Nullable Iterator<EntryView> beginOfTree(ExportPath place) {
        try {
            return api().tree(place);
        } catch (ServerRefusal refusal) {
            if (refusal.problem().code().equals("UNSUPPORTED")) return null;
            throw refusal;
        }
    }

    private void printSome(Iterator<EntryView> entries) {
        for (int i = 0; i < LINES_TOGETHER && entries.hasNext(); i++) print(entries.next());
    }

    /** A directory, and what is below it after all of its own entries have come: each listing is one stream. */
    private void list(ExportPath directory, String prefix) {
        List<String> below = new ArrayList<>();
        Iterator<EntryView> entries = api().entries(directory);
        while (entries.hasNext()) {
            EntryView entry = entries.next();
            print(named(entry, prefix + entry.name()));
            if (recursive && entry.kind().equals(DIRECTORY)) below.add(entry.name());
        }
        below.forEach(name -> list(directory.child(name), prefix + name + "/"));
    }

    /** The site lists directories only, so a file is looked for in its own. */
    private void file(ExportPath file, ServerRefusal refusal) {
        Iterator<EntryView> entries = api().entries(file.parent());
        while (entries.hasNext()) {
            EntryView entry = entries.next();
            if (!entry.name().equals(file.name())) continue;
            print(entry);
            return;
        }
        throw refusal;
    }

    private static EntryView named(EntryView entry, String name) {
        return new EntryView(name, entry.kind(), entry.size(), entry.mtime(), entry.linkTarget());
    }

    private void print(EntryView entry) {
        if (json()) terminal().json(entry);
        else if (isLong) longLine(entry);
        else terminal().line(entry.name() + mark(entry));
    }

    private void longLine(EntryView entry) {
        if (!hasHeading) terminal().heading(String.format(Locale.ROOT, format(), "SIZE", "MODIFIED") + "NAME");
        hasHeading = true;
        String size = entry.size() == null ? "-" : isHuman ? ByteSize.text(entry.size()) : String.valueOf(entry.size());
        String target = entry.linkTarget() == null ? "" : " -> " + entry.linkTarget();
        String facts = String.format(Locale.ROOT, format(), size, TimeText.moment(entry.mtime(), zone()));
        terminal().item(facts, entry.name() + mark(entry) + target, "", "");
    }

    private String format() {
        return isHuman ? "%10s  %-19s  " : "%15s  %-19s  ";
    }

    private static String mark(EntryView entry) {
        return entry.kind().equals(DIRECTORY) ? "/" : "";
    }
}
