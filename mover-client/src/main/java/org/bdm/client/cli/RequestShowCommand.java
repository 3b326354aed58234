package org.bdm.client.cli;

import java.util.Objects;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.ReplicationRequestView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows a request with everything it asks for.")
final class RequestShowCommand extends Verb {
    @Parameters(paramLabel = "REQUEST", description = "The id of the request.")
    String requestId = "";

    @Override
    ExitCode run() {
        ReplicationRequestView request = api().request(requestId);
        if (json()) terminal().json(request);
        else text(request);
        return ExitCode.DONE;
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
}
