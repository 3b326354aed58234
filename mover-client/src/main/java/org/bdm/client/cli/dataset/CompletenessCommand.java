package org.bdm.client.cli.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.core.control.holding.CompletenessGroupsView;
import org.bdm.core.control.holding.CompletenessRequest;
import org.bdm.core.control.holding.CompletenessView;
import org.bdm.core.control.holding.DatasetMarkView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows which site holds how much of each dataset. */
@Command(
        name = "completeness",
        footer = "bdm-client completeness --prefix CMIP6.CMIP.IPSL",
        description = {
            "Shows which site holds how much of each dataset.",
            "All of a version, part of it, or another version, and how our copy was verified.",
            "Exit 1 when this site does not hold all of each."
        })
public final class CompletenessCommand extends Verb {
    /** States worth showing; absence is not shown. */
    private static final List<String> STATES =
            List.of("COMPLETE", "PARTIAL", "OTHER_VERSION", "RETRACTED", "DISPUTED", "UNKNOWN");

    @Parameters(arity = "0..*", paramLabel = "DATASET", description = "Instance ids, at most 5,000.")
    List<String> datasets = new ArrayList<>();

    @Option(names = "--prefix", paramLabel = "TEXT", description = "All known datasets whose ids begin with this.")
    @Nullable String prefix;

    @Option(
            names = "--query",
            arity = "1..*",
            paramLabel = "FACET=VALUE",
            description = "All known datasets with these facets in their names; FACET!=VALUE excludes, * matches any"
                    + " letters.")
    List<String> query = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "FACET",
            description = "Counts the known datasets by the value of a facet, for example source_id.")
    @Nullable String by;

    private boolean isComplete = true;

    @Override
    protected ExitCode run() {
        boolean isChoice = prefix != null || !query.isEmpty() || by != null;
        if (datasets.isEmpty() != isChoice) throw usage("name datasets, or give --prefix, --query or --by");
        if (!isChoice) {
            print(api().replication().completeness(new CompletenessRequest(datasets)));
        } else if (by != null) {
            print(api().replication().completenessGroups(by, prefix, query));
        } else {
            @Nullable String cursor = null;
            do {
                CompletenessView page = api().replication().completeness(prefix, query, cursor);
                print(page);
                cursor = page.nextCursor();
            } while (cursor != null);
        }
        return isComplete ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private void print(CompletenessGroupsView groups) {
        for (CompletenessGroupsView.Group group : groups.groups()) {
            boolean isAllHere =
                    !group.cells().isEmpty() && group.cells().get(0).getOrDefault("COMPLETE", 0) == group.datasets();
            isComplete &= isAllHere;
        }
        if (json()) {
            terminal().json(groups);
            return;
        }
        List<String> heads = new ArrayList<>(List.of("/" + groups.facet().toUpperCase(Locale.ROOT), ">DATASETS"));
        groups.sites().forEach(site -> heads.add("~" + site.toUpperCase(Locale.ROOT)));
        Table table = new Table(heads.toArray(String[]::new));
        for (CompletenessGroupsView.Group group : groups.groups()) {
            List<String> cells = new ArrayList<>(
                    List.of(group.value().isEmpty() ? "(unknown)" : group.value(), String.valueOf(group.datasets())));
            group.cells().forEach(cell -> cells.add(text(cell)));
            table.row(cells.toArray(String[]::new));
        }
        terminal().table(table);
    }

    private static String text(Map<String, Integer> counts) {
        List<String> parts = new ArrayList<>();
        for (String state : STATES) {
            int number = counts.getOrDefault(state, 0);
            if (number > 0)
                parts.add(number + " " + state.toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        return parts.isEmpty() ? "-" : String.join(", ", parts);
    }

    private void print(CompletenessView page) {
        for (CompletenessView.Row row : page.rows()) {
            isComplete &= !row.cells().isEmpty() && row.cells().get(0).state().equals("COMPLETE");
        }
        if (json()) {
            terminal().json(page);
            return;
        }
        if (page.rows().isEmpty()) return;
        List<String> heads = new ArrayList<>(List.of("/DATASET", ">FILES"));
        page.sites().forEach(site -> heads.add("~" + site.toUpperCase(Locale.ROOT)));
        Table table = new Table(heads.toArray(String[]::new));
        for (CompletenessView.Row row : page.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.dataset(), String.valueOf(row.files())));
            row.cells().forEach(cell -> cells.add(text(row, cell)));
            table.row(cells.toArray(String[]::new));
        }
        terminal().table(table);
        page.rows().forEach(this::note);
    }

    private void note(CompletenessView.Row row) {
        for (CompletenessView.Cell cell : row.cells()) {
            for (CompletenessView.Outside outside : cell.notConfigured()) {
                terminal()
                        .line(row.dataset() + ": " + Plural.of(outside.files(), "file") + " at export '"
                                + outside.export() + "', which is not configured");
            }
        }
        DatasetMarkView mark = row.mark();
        if (mark == null) return;
        String state = mark.inForce() ? mark.state() : "newer version known";
        terminal().line(row.dataset() + ": " + state + ": " + mark.reason());
    }

    private static String text(CompletenessView.Row row, CompletenessView.Cell cell) {
        String state = switch (cell.state()) {
            case "OTHER_VERSION" -> "has " + version(cell.otherVersion());
            case "ABSENT" -> "-";
            case "COMPLETE" -> "complete";
            default -> cell.state().toLowerCase(Locale.ROOT) + " " + cell.files() + "/" + row.files();
        };
        return cell.verified() == 0 ? state : state + ", " + cell.verified() + " " + cell.verifiedAs();
    }

    private static String version(@Nullable String instanceId) {
        return instanceId == null ? "another" : instanceId.substring(instanceId.lastIndexOf('.') + 1);
    }
}
