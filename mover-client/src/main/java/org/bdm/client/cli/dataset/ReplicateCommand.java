package org.bdm.client.cli.dataset;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.cli.job.NewJob;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.dataset.CreateHandover;
import org.bdm.core.control.dataset.HandedOverView;
import org.bdm.core.control.dataset.HandoverView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replicates datasets of ESGF; prints the job id alone. */
@Command(
        name = "replicate",
        footer = "bdm-client replicate --query source_id=IPSL-CM6A-LR --query variable_id=tas bdm://south/in --wait",
        description = {
            "Replicates datasets of ESGF; prints the job id alone.",
            "Queries the indexes now. Reads each file again from the device after the sync, unless --verify says"
                    + " otherwise.",
            "Files go below DST in the directory layout of their project. Exit 8 (INDEX_INCOMPLETE) if an index did not",
            "answer in full; exit 5 if no index knows a dataset."
        })
public final class ReplicateCommand extends Verb {
    @Parameters(
            arity = "1..*",
            paramLabel = "DATASET... DST",
            description = "Dataset names with or without version; last the destination: bdm://SITE/EXPORT/path.")
    List<String> named = new ArrayList<>();

    @Mixin
    final ReplicaArguments arguments = new ReplicaArguments();

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Repeating a request with the same key creates no second job.")
    @Nullable String idempotencyKey;

    @Option(
            names = "--carrier",
            paramLabel = "NAME",
            description = "Hand files without a copy over HTTP over to this carrier ('handover').")
    @Nullable String carrier;

    @Option(names = "--wait", description = "Wait until the job ends; the exit code is the outcome.")
    boolean wait;

    @Option(names = "--fail-on-pause", description = "With --wait: exit 9 if the job needs a person.")
    boolean failOnPause;

    @Override
    protected ExitCode run() {
        if (failOnPause && !wait) throw usage("--fail-on-pause needs --wait");
        SubmitJob message = arguments.message(this, named);
        if (carrier != null) return withCarrier(message, carrier);
        return submitted(message);
    }

    /** The files of the carrier first: the job leaves out what a handover is about to bring. */
    private ExitCode withCarrier(SubmitJob message, String name) {
        if (message.draft() != null || message.asOf() != null || Boolean.TRUE.equals(message.offline()))
            throw usage("--carrier cannot be combined with --draft, --as-of or --offline");
        HandedOverView made = api().replication()
                .handOver(new CreateHandover(
                        name,
                        String.valueOf(message.destination()),
                        message.datasets(),
                        message.query(),
                        message.acceptIncomplete()));
        besideData().message(HandoverSubmitCommand.summary(made));
        for (HandoverView handover : made.handovers()) besideData().message(handover.id() + " submitted");
        boolean needsJob =
                made.overHttp() + made.nowhere() > 0 || (made.handovers().isEmpty() && made.underWay() == 0);
        ExitCode ofJob = needsJob ? submitted(message) : ExitCode.DONE;
        if (!needsJob) besideData().message("no job is needed: every missing file is handed over");
        if (!wait) return ofJob;
        ExitCode ofCarrier = HandoverSubmitCommand.awaited(this, new HandedOverView(made.handovers(), 0, 0, 0));
        return ofJob == ExitCode.DONE ? ofCarrier : ofJob;
    }

    private ExitCode submitted(SubmitJob message) {
        NewJob job = new NewJob(this, idempotencyKey);
        JobView sent = job.sent(key -> api().submitReplicaSets(message, key));
        return wait ? job.awaited(sent, failOnPause) : job.printed(sent);
    }
}
