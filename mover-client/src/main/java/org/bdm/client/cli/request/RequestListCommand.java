package org.bdm.client.cli.request;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.request.ReplicationRequestView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        footer = "bdm-client request list --state OPEN",
        description = {"Lists requests, oldest first.", "Managers see all of them, others their own."})
final class RequestListCommand extends Verb {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only requests that are OPEN, APPROVED, DECLINED or WITHDRAWN.")
    @Nullable String state;

    @Override
    protected ExitCode run() {
        Table table = new Table(
                "REQUEST",
                "STATE",
                "?REQUESTER",
                ">AGE",
                ">?DATASETS",
                ">FILES",
                ">BYTES",
                "JOB",
                "~REASON",
                "~REMARK");
        print(api().requests(state == null ? null : state.toUpperCase(Locale.ROOT)), request -> row(table, request));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, ReplicationRequestView request) {
        table.row(
                request.id(),
                request.state(),
                request.requester(),
                TimeText.duration(age(request)),
                number(request.datasets()),
                number(request.files()),
                request.bytes() == null ? "?" : ByteSize.text(request.bytes()),
                Objects.toString(request.job(), ""),
                request.reason(),
                Objects.toString(request.remark(), ""));
    }

    private Duration age(ReplicationRequestView request) {
        Duration age = Duration.between(request.createdAt(), pacer().clock().instant());
        return age.isNegative() ? Duration.ZERO : age;
    }

    static String number(@Nullable Long known) {
        return known == null ? "?" : known.toString();
    }
}
