package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.control.CreateReplicationRequest;
import org.bdm.core.control.ReplicationRequestView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Asks a manager for datasets, a query or a draft.", "Prints the id of the request alone."})
final class RequestSubmitCommand extends Verb {
    @Parameters(paramLabel = "DATASET", arity = "0..*", description = "Ids of datasets.")
    List<String> datasets = new ArrayList<>();

    @Option(names = "--draft", paramLabel = "ID", description = "An imported list, from 'import'.")
    @Nullable String draft;

    @Option(
            names = "--query",
            paramLabel = "FACET=VALUE,..",
            description = "All datasets that a search finds; FACET!=VALUE excludes. May be repeated.")
    List<String> query = new ArrayList<>();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "What the data are for.")
    String reason = "";

    @Override
    ExitCode run() {
        int ways = (datasets.isEmpty() ? 0 : 1) + (draft == null ? 0 : 1) + (query.isEmpty() ? 0 : 1);
        if (ways != 1) throw usage("give one of DATASET.., --draft and --query");
        ReplicationRequestView made = api().request(new CreateReplicationRequest(draft, datasets, facets(), reason));
        if (json()) terminal().json(made);
        else terminal().line(made.id());
        return ExitCode.DONE;
    }

    private Map<String, List<String>> facets() {
        Map<String, List<String>> facets = new LinkedHashMap<>();
        for (String condition : query) {
            int equals = condition.indexOf('=');
            if (equals < 1 || equals == condition.length() - 1) throw usage("not FACET=VALUE: " + condition);
            String name = condition.substring(0, equals);
            String facet = name.endsWith("!") ? "!" + name.substring(0, name.length() - 1) : name;
            facets.computeIfAbsent(facet, missing -> new ArrayList<>())
                    .addAll(List.of(condition.substring(equals + 1).split(",")));
        }
        return facets;
    }
}
