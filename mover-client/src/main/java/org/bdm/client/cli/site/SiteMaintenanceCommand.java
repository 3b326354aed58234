package org.bdm.client.cli.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.MomentText;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.AddMaintenance;
import org.bdm.core.control.site.ImportedMaintenance;
import org.bdm.core.control.site.MaintenanceView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and changes the maintenance calendar of a site. */
@Command(
        name = "maintenance",
        footer = {
            "bdm-client site maintenance north",
            "bdm-client site maintenance north add --end 4h --note \"new disks\"",
            "bdm-client site maintenance north remove 7",
            "bdm-client site maintenance north import north.ics",
            "bdm-client site maintenance north import north.ics --time-zone Europe/Berlin",
            "bdm-client site maintenance north export > north.ics"
        },
        description = {
            "Shows and changes the maintenance calendar of a site.",
            "During maintenance nothing is fetched from the site; during that of this site nothing comes in. Work stops cleanly"
                    + " before and resumes after it."
        })
final class SiteMaintenanceCommand extends Verb {
    @Parameters(index = "0", paramLabel = "SITE", description = "This site or a paired one.")
    String site = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ACTION",
            description = "list, add, remove, import or export; default: list.")
    String action = "list";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "ENTRY|FILE",
            description = "For remove the number of an entry, for import a file.")
    @Nullable String what;

    @Option(names = "--begin", paramLabel = "TIME", description = "For add: the begin; default: now.")
    @Nullable String begin;

    @Option(names = "--end", paramLabel = "TIME", description = "For add: the end, e.g. 2026-12-02T06:00:00Z or 4h.")
    @Nullable String end;

    @Option(names = "--note", paramLabel = "TEXT", description = "For add: why, for the next reader.")
    @Nullable String note;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description =
                    "For import: of whole days and of times without a zone; default: as the calendar says, or UTC for"
                            + " whole days.")
    @Nullable String timeZone;

    @Override
    protected ExitCode run() {
        return switch (action) {
            case "list" -> list();
            case "add" -> add();
            case "remove" -> remove();
            case "import" -> load();
            case "export" -> export();
            default -> throw usage("'" + action + "' is not an action; actions are list, add, remove, import, export");
        };
    }

    private ExitCode list() {
        Table table = new Table(">ENTRY", "BEGIN", "END", "NOW", "/BY", "~NOTE");
        return listed(table, api().links().maintenance(site), entry -> row(table, entry));
    }

    private void row(Table table, MaintenanceView entry) {
        table.row(
                String.valueOf(entry.number()),
                TimeText.moment(entry.beginsAt(), zone()),
                TimeText.moment(entry.endsAt(), zone()),
                entry.isNow() ? "yes" : "no",
                entry.addedBy(),
                entry.note().isEmpty() ? "-" : entry.note());
    }

    private ExitCode add() {
        if (end == null) throw usage("add needs --end, for example --end 4h");
        Instant begins = begin == null ? pacer().clock().instant() : moment("--begin", begin);
        AddMaintenance entry = new AddMaintenance(begins, moment("--end", end), note);
        return shown(api().links().addMaintenance(site, entry), this::told);
    }

    private void told(MaintenanceView entry) {
        Table table = new Table(">ENTRY", "BEGIN", "END", "NOW", "/BY", "~NOTE");
        row(table, entry);
        terminal().table(table);
    }

    private Instant moment(String option, String text) {
        try {
            return MomentText.future(text, pacer().clock());
        } catch (IllegalArgumentException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    private ExitCode remove() {
        if (what == null || !what.matches("[0-9]{1,18}")) {
            throw usage("remove needs the number of an entry, from 'bdm-client site maintenance " + site + "'");
        }
        api().links().removeMaintenance(site, Long.parseLong(what));
        terminal().message("removed the entry " + what + " of " + site);
        return ExitCode.DONE;
    }

    private ExitCode load() {
        if (what == null) throw usage("import needs a file, for example north.ics");
        ImportedMaintenance imported;
        try {
            imported = api().links().importCalendar(site, Files.readAllBytes(Path.of(what)), timeZone);
        } catch (IOException e) {
            throw usage("cannot read " + what + ": " + e.getMessage());
        }
        List<MaintenanceView> added = imported.items();
        terminal().message("imported " + Plural.of(added.size(), "maintenance period") + " for " + site);
        imported.remarks().forEach(terminal()::message);
        imported.refused()
                .forEach(one -> terminal().message("refused: the event '" + one.event() + "': " + one.reason()));
        Table table = new Table(">ENTRY", "BEGIN", "END", "NOW", "/BY", "~NOTE");
        ExitCode shown = listed(table, added.iterator(), entry -> row(table, entry));
        return imported.refused().isEmpty() ? shown : ExitCode.FILES_FAILED;
    }

    private ExitCode export() {
        for (String line : api().links().calendar(site).lines().toList())
            terminal().line(line);
        return ExitCode.DONE;
    }
}
