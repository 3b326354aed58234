package org.bdm.client.cli.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.FacetArguments;
import org.bdm.client.cli.verb.JobOptionArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.core.control.campaign.CampaignPlanView;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.control.campaign.CreateCampaign;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a campaign; prints its id alone. */
@Command(
        name = "create",
        footer = {
            "bdm-client campaign create cmip6 bdm://a/data/CMIP6 --to bdm://b/in/CMIP6 --to bdm://c/in/CMIP6",
            "bdm-client campaign create tas --query variable_id=tas --to bdm://b/in --to bdm://c/in --dry-run"
        },
        description = {
            "Creates a campaign; prints its id alone.",
            "The selection is a tree (bdm://SITE/EXPORT/path), names of datasets, or --query.",
            "The first --to reads the source; the others read from those before them.",
            "A large campaign needs --confirm with the bytes that --dry-run shows, or --yes."
        })
final class CampaignCreateCommand extends Verb {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "NAME", description = "A name for people.")
    String name = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "SRC|DATASET", description = "A tree, or datasets.")
    List<String> selected = new ArrayList<>();

    @Option(names = "--to", required = true, paramLabel = "DST", description = "A destination; may be repeated.")
    List<String> destinations = new ArrayList<>();

    @Option(
            names = "--query",
            paramLabel = "FACET=VALUE",
            arity = "1",
            description = "Datasets of a query; may be repeated; FACET!=VALUE excludes.")
    List<String> query = new ArrayList<>();

    @Option(names = "--dry-run", description = "Show the size; create nothing.")
    boolean dryRun;

    @Option(names = "--confirm", paramLabel = "BYTES", description = "The bytes that --dry-run shows.")
    @Nullable Long confirm;

    @Option(names = "--yes", description = "Create it whatever its size.")
    boolean yes;

    @Option(names = "--wait", description = "Wait until it ends; the exit code is the outcome.")
    boolean wait;

    @Mixin
    final JobOptionArguments jobOptions = new JobOptionArguments();

    @Override
    protected ExitCode run() {
        if (dryRun && wait) throw usage("--wait and --dry-run exclude each other");
        CreateCampaign wish = message();
        if (dryRun) return shown(api().replication().planCampaign(wish), this::size);
        CampaignView made = api().replication().createCampaign(wish);
        if (!wait) {
            if (json()) terminal().json(made);
            else terminal().line(made.id());
            return ExitCode.DONE;
        }
        while (made.endedAt() == null) {
            pacer().pause(PAUSE);
            made = api().replication().campaign(made.id());
        }
        if (json()) terminal().json(made);
        else terminal().line(made.id() + " " + made.state());
        return switch (made.state()) {
            case "SUCCEEDED" -> ExitCode.DONE;
            case "CANCELLED" -> ExitCode.CANCELLED;
            default -> ExitCode.FILES_FAILED;
        };
    }

    private void size(CampaignPlanView plan) {
        String more = plan.complete() ? "" : "at least ";
        terminal().line("selection    " + more + Plural.of(plan.files(), "file") + ", " + ByteSize.text(plan.bytes()));
        terminal()
                .line("in all       " + more + Plural.of(plan.totalFiles(), "file") + ", "
                        + ByteSize.text(plan.totalBytes()) + " to " + Plural.of(plan.destinations(), "site"));
        if (!plan.needsConfirmation()) return;
        terminal().line("to create it give " + (plan.complete() ? "--confirm " + plan.totalBytes() : "--yes"));
    }

    private CreateCampaign message() {
        boolean isTree = selected.size() == 1 && EndpointText.isAddress(selected.get(0));
        if (selected.isEmpty() == query.isEmpty()) throw usage("give one of: SRC, names of datasets, --query");
        try {
            return new CreateCampaign(
                    name,
                    isTree ? EndpointText.ofPlace(selected.get(0)) : null,
                    isTree ? List.of() : selected,
                    query.isEmpty() ? null : FacetArguments.query(query, null, false, false),
                    destinations.stream().map(EndpointText::ofPlace).toList(),
                    jobOptions.toMessage(),
                    confirm,
                    yes);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
