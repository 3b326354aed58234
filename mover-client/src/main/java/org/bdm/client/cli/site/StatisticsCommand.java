package org.bdm.client.cli.site;

import java.util.Locale;
import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.core.control.link.StatisticsGroupView;
import org.bdm.core.control.link.StatisticsView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what jobs moved to the site of the server, for reports. */
@Command(
        name = "statistics",
        footer = {
            "bdm-client statistics",
            "bdm-client statistics --by project --since 2026-01-01T00:00:00Z",
            "bdm-client statistics --by subscription --since 30d --csv > november.csv"
        },
        description = {
            "Shows files, bytes and datasets that jobs moved to the site.",
            "Whole days in UTC. Existing files do not count."
        })
public final class StatisticsCommand extends Verb {
    @Option(
            names = "--by",
            paramLabel = "GROUP",
            description = "day, month, project, source or subscription; default: month.")
    @Nullable String by;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "From the day of this time on: 30d or a moment; default: everything.")
    @Nullable String since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Until the day of this time, which is included; default: today.")
    @Nullable String until;

    @Option(names = "--csv", description = "Prints each group as a line of CSV, with bytes as a number.")
    boolean csv;

    @Override
    protected ExitCode run() {
        if (csv && json()) throw usage("--csv and --json exclude each other");
        StatisticsView statistics = api().links().statistics(by, pastMoment(since), pastMoment(until));
        if (!csv) return shown(statistics, this::table);
        terminal().line(statistics.by() + ",label,files,bytes,datasets");
        statistics.groups().forEach(this::line);
        return ExitCode.DONE;
    }

    private void line(StatisticsGroupView group) {
        terminal()
                .line(String.join(
                        ",",
                        quoted(group.group()),
                        quoted(Objects.requireNonNullElse(group.label(), "")),
                        String.valueOf(group.files()),
                        String.valueOf(group.bytes()),
                        String.valueOf(group.datasets())));
    }

    /** A label may have anything in it; a spreadsheet must not take it for a formula. */
    private static String quoted(String text) {
        if (text.isEmpty()) return text;
        String safe = "=+-@".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(letter -> ",\"\r\n".indexOf(letter) >= 0)
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }

    private void table(StatisticsView statistics) {
        Table table = new Table("/" + statistics.by().toUpperCase(Locale.ROOT), ">FILES", ">BYTES", ">DATASETS");
        for (StatisticsGroupView group : statistics.groups()) row(table, shownName(group), group);
        row(table, "all", statistics.all());
        terminal().table(table);
    }

    private static String shownName(StatisticsGroupView group) {
        if (group.group().isEmpty()) return "none";
        return group.label() == null ? group.group() : group.group() + " (" + group.label() + ")";
    }

    private static void row(Table table, String name, StatisticsGroupView group) {
        table.row(name, String.valueOf(group.files()), ByteSize.text(group.bytes()), String.valueOf(group.datasets()));
    }
}
