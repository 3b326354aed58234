package org.bdm.client.cli.holding;

import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.holding.DecideDispute;
import org.bdm.core.control.holding.DisputeView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about copies that agree with each other and not with the published checksum. */
@Command(name = "dispute", description = "Decides on copies that contradict a published checksum.")
public final class DisputeCommand extends VerbGroup {
    private static final String ID = "The id, from 'dispute list'.";
    private static final String WHY = "The reason; stored with the decision.";

    @Command(
            name = "list",
            footer = "bdm-client dispute list --state OPEN",
            description = "Lists disputes, oldest first.")
    ExitCode list(
            @Option(names = "--state", paramLabel = "STATE", description = "OPEN, ACCEPTED or REJECTED; default: all.")
                    @Nullable String state) {
        Table table = new Table("DISPUTE", "STATE", "?SINCE", ">SIZE", ">COPIES", "/FILE");
        return listed(
                table,
                api().replication().disputes(state == null ? null : state.toUpperCase(Locale.ROOT)),
                dispute -> table.row(
                        dispute.id(),
                        dispute.state(),
                        TimeText.moment(dispute.openedAt(), zone()),
                        ByteSize.text(dispute.bytes()),
                        String.valueOf(dispute.locations().size()),
                        dispute.destination()));
    }

    @Command(
            name = "show",
            footer = "bdm-client dispute show dispute-2",
            description = "Shows a dispute as a report for the publisher.")
    ExitCode show(@Parameters(paramLabel = "DISPUTE", description = ID) String id) {
        return shown(api().replication().dispute(id), this::report);
    }

    private void report(DisputeView dispute) {
        String report = dispute.report() == null ? "" : dispute.report();
        report.lines().forEach(terminal()::line);
        terminal().line("");
        terminal().line("state      " + dispute.state() + (dispute.isKept() ? "" : "; the bytes could not be kept"));
        terminal().line("placed as  " + dispute.destination());
        if (dispute.decidedBy() != null) {
            terminal().line("decided    by " + dispute.decidedBy() + ": " + dispute.remark());
        }
    }

    @Command(
            name = "accept",
            footer = "bdm-client dispute accept dispute-2 --remark \"the publisher confirmed\"",
            description = {
                "Accepts the kept copy against the published checksum.",
                "Moves the kept file to its final name."
            })
    ExitCode accept(
            @Parameters(paramLabel = "DISPUTE", description = ID) String id,
            @Option(names = "--remark", paramLabel = "TEXT", description = WHY) @Nullable String remark) {
        return shown(api().replication().decideDispute(id, "accept", new DecideDispute(remark)), this::accepted);
    }

    private void accepted(DisputeView decided) {
        terminal()
                .message(
                        decided.state().equals("OPEN")
                                ? decided.id() + " is being verified; see 'bdm-client dispute show " + decided.id()
                                        + "'"
                                : decided.id() + " is placed as " + decided.destination());
    }

    @Command(
            name = "reject",
            footer = "bdm-client dispute reject dispute-2",
            description = "Rejects and deletes the kept copy.")
    ExitCode reject(
            @Parameters(paramLabel = "DISPUTE", description = ID) String id,
            @Option(names = "--remark", paramLabel = "TEXT", description = WHY) @Nullable String remark) {
        return shown(
                api().replication().decideDispute(id, "reject", new DecideDispute(remark)),
                decided -> terminal()
                        .message(decided.id() + " is rejected: nothing is placed as " + decided.destination()));
    }
}
