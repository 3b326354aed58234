package org.bdm.client.cli;

import java.util.Locale;
import java.util.Objects;
import org.bdm.core.control.DecideReplicationRequest;
import org.bdm.core.control.ReplicationRequestView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the verbs that end a request share. */
abstract class RequestDecision extends Verb {
    @Parameters(index = "0", paramLabel = "REQUEST", description = "The id of the request.")
    String requestId = "";

    @Option(names = "--remark", paramLabel = "TEXT", description = "What the requester is told.")
    @Nullable String remark;

    /** As the route has it. */
    abstract String verb();

    /** The message. */
    DecideReplicationRequest decision(@Nullable String remark) {
        return new DecideReplicationRequest(remark, null);
    }

    @Override
    final ExitCode run() {
        ReplicationRequestView decided = api().decide(requestId, verb(), decision(remark));
        if (json()) terminal().json(decided);
        else terminal().message(decided.id() + " is " + decided.state().toLowerCase(Locale.ROOT) + hint(decided));
        return ExitCode.DONE;
    }

    private static String hint(ReplicationRequestView decided) {
        boolean isWithoutJob = decided.state().equals("APPROVED") && decided.job() == null;
        if (!isWithoutJob) return decided.job() == null ? "" : "; " + decided.job() + " does it";
        String draft = Objects.toString(decided.draft(), "");
        return "; no job does it yet: submit one" + (draft.isEmpty() ? "" : " of " + draft);
    }
}
