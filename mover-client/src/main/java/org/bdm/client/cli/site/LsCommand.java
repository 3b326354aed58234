package org.bdm.client.cli.site;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.bdm.client.EndpointText;
import org.bdm.client.ExportPath;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.EntryView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a directory or a file of an export. */
@Command(
        name = "ls",
        footer = "bdm-client ls -lh bdm://north/data/CMIP6",
        description = "Lists a directory or a file of an export.")
public final class LsCommand extends Verb {
    private static final String DIRECTORY = "DIRECTORY";

    @Parameters(paramLabel = "ENDPOINT", description = "bdm://SITE/EXPORT/path")
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

    @Override
    protected ExitCode run() {
        ExportPath place;
        try {
            place = ExportPath.parse(EndpointText.ofArgument(endpoint));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        try {
            list(place, "");
        } catch (ServerRefusal refusal) {
            if (!refusal.problem().code().equals("NOT_A_DIRECTORY")) throw refusal;
            file(place, refusal);
        }
        return ExitCode.DONE;
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
        else terminal().line(isLong ? longLine(entry) : entry.name() + mark(entry));
    }

    private String longLine(EntryView entry) {
        String size = entry.size() == null ? "-" : isHuman ? ByteSize.text(entry.size()) : String.valueOf(entry.size());
        String target = entry.linkTarget() == null ? "" : " -> " + entry.linkTarget();
        String facts = String.format(
                Locale.ROOT, isHuman ? "%10s  %-19s  " : "%15s  %-19s  ", size, TimeText.moment(entry.mtime(), zone()));
        return facts + entry.name() + mark(entry) + target;
    }

    private static String mark(EntryView entry) {
        return entry.kind().equals(DIRECTORY) ? "/" : "";
    }
}
