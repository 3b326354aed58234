package org.bdm.client.cli.request;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.FacetArguments;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.request.CreateReplicationRequest;
import org.bdm.core.control.request.DecideReplicationRequest;
import org.bdm.core.control.request.ReplicationRequestView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about what somebody asked a manager to replicate. */
@Command(
        name = "request",
        description = "Submits and decides requests for datasets.",
        subcommands = {RequestListCommand.class, RequestApproveCommand.class})
public final class RequestCommand extends VerbGroup {
    private static final String ID = "The id of the request.";
    private static final String TOLD = "A remark for the requester.";

    @Command(
            name = "submit",
            footer = "bdm-client request submit --draft draft-3 --reason \"regional downscaling\"",
            description = {"Asks a manager for datasets, a query or a draft.", "Prints the id of the request alone."})
    ExitCode submit(
            @Parameters(paramLabel = "DATASET", arity = "0..*", description = "Ids of datasets.") @Nullable List<String> datasets,
            @Option(names = "--draft", paramLabel = "ID", description = "An imported list, from 'import'.") @Nullable String draft,
            @Option(
                            names = "--query",
                            paramLabel = "FACET=VALUE,..",
                            description = "All datasets that a search finds; FACET!=VALUE excludes. May be repeated.")
                    @Nullable List<String> query,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "What the data is for.")
                    String reason) {
        int ways = (datasets == null ? 0 : 1) + (draft == null ? 0 : 1) + (query == null ? 0 : 1);
        if (ways != 1) throw usage("give one of DATASET.., --draft and --query");
        List<String> named = datasets == null ? List.of() : datasets;
        try {
            CreateReplicationRequest wanted = new CreateReplicationRequest(
                    draft, named, FacetArguments.ofRequest(query == null ? List.of() : query), reason);
            return shown(api().request(wanted), made -> terminal().line(made.id()));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    @Command(
            name = "show",
            footer = "bdm-client request show request-3",
            description = "Shows a request and the datasets it is for.")
    ExitCode show(@Parameters(paramLabel = "REQUEST", description = ID) String requestId) {
        return shown(api().request(requestId), this::text);
    }

    private void text(ReplicationRequestView request) {
        terminal().line("request        " + request.id());
        terminal().line("state          " + request.state());
        terminal().line("requester      " + request.requester());
        terminal().line("created        " + TimeText.moment(request.createdAt(), zone()));
        terminal().line("reason         " + request.reason());
        if (request.draft() != null) terminal().line("draft          " + request.draft());
        terminal().line("datasets       " + RequestListCommand.number(request.datasets()));
        terminal().line("files          " + RequestListCommand.number(request.files()));
        terminal().line("bytes          " + (request.bytes() == null ? "?" : ByteSize.text(request.bytes())));
        if (request.decidedAt() != null) {
            String decided = TimeText.moment(request.decidedAt(), zone()) + " by " + request.decidedBy();
            terminal().line("decided        " + decided);
            terminal().line("remark         " + Objects.toString(request.remark(), ""));
            terminal().line("job            " + Objects.toString(request.job(), ""));
        }
        request.datasetIds().forEach(dataset -> terminal().line("dataset        " + dataset));
        request.query()
                .forEach((name, values) -> terminal()
                        .line("facet          " + (name.startsWith("!") ? name.substring(1) + "!=" : name + "=")
                                + String.join(",", values)));
    }

    @Command(
            name = "decline",
            footer = "bdm-client request decline request-3 --remark \"no space before June\"",
            description = "Declines an open request.")
    ExitCode decline(
            @Parameters(paramLabel = "REQUEST", description = ID) String requestId,
            @Option(names = "--remark", paramLabel = "TEXT", description = TOLD) @Nullable String remark) {
        return decided(requestId, "decline", remark);
    }

    @Command(
            name = "withdraw",
            footer = "bdm-client request withdraw request-3",
            description = "Withdraws an open request.")
    ExitCode withdraw(
            @Parameters(paramLabel = "REQUEST", description = ID) String requestId,
            @Option(names = "--remark", paramLabel = "TEXT", description = TOLD) @Nullable String remark) {
        return decided(requestId, "withdraw", remark);
    }

    private ExitCode decided(String requestId, String verb, @Nullable String remark) {
        return shown(
                api().decide(requestId, verb, new DecideReplicationRequest(remark, null)),
                decided -> terminal().message(decidedText(decided)));
    }

    static String decidedText(ReplicationRequestView decided) {
        String said = decided.id() + " is " + decided.state().toLowerCase(Locale.ROOT);
        if (decided.job() != null) return said + "; by " + decided.job();
        if (!decided.state().equals("APPROVED")) return said;
        String draft = Objects.toString(decided.draft(), "");
        return said + "; no job yet: submit one with 'bdm-client replicate "
                + (draft.isEmpty() ? "DATASET" : "--draft " + draft) + " DST'";
    }
}
