package org.bdm.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.bdm.client.BatchReader;
import org.bdm.client.EndpointText;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.JobItem;
import org.bdm.core.control.JobOptions;
import org.bdm.core.control.JobView;
import org.bdm.core.control.SubmitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Copies a file, a tree or a list of files; prints the id of the job alone.",
            "SRC and DST are bdm://SITE/EXPORT/path. A line of a batch is SRC DST [ALG:HEX] [SIZE]."
        })
final class SubmitCommand extends Verb {
    private static final int TRIES_WITH_ONE_KEY = 3;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SRC", description = "What is copied.")
    @Nullable String source;

    @Parameters(index = "1", arity = "0..1", paramLabel = "DST", description = "Where it goes.")
    @Nullable String destination;

    @Option(
            names = {"--recursive", "-r"},
            description = "A tree, not a single file.")
    boolean recursive;

    @Option(names = "--batch", paramLabel = "FILE|-", description = "A list of files; - reads the input.")
    @Nullable String batch;

    @Option(names = "--label", paramLabel = "TEXT", description = "Shown in lists.")
    @Nullable String label;

    @Mixin
    final JobOptionArguments jobOptions = new JobOptionArguments();

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "The same key and request give the same job, however often they are sent.")
    @Nullable String idempotencyKey;

    @Option(names = "--wait", description = "Wait for the end; the exit code tells the outcome.")
    boolean wait;

    @Option(names = "--fail-on-pause", description = "With --wait: exit 9 when the job needs a person.")
    boolean failOnPause;

    @Option(names = "--dry-run", description = "Say what would be done; change nothing.")
    boolean dryRun;

    @Override
    ExitCode run() {
        if (failOnPause && !wait) throw usage("--fail-on-pause needs --wait");
        if (wait && dryRun) throw usage("--wait and --dry-run exclude each other");
        if (batch == null) return single();
        if (source != null || recursive) throw usage("--batch takes no SRC, DST or --recursive");
        checkWhole(batch);
        return listed(batch);
    }

    private ExitCode single() {
        if (source == null || destination == null) throw usage("SRC and DST are needed, or --batch");
        JobItem item = new JobItem(endpoint(source), endpoint(destination), recursive, null, List.of());
        SubmitJob job = new SubmitJob(label, recursive ? "TREE" : "FILE", List.of(item), message());
        if (dryRun) return plan().show(api().startPlan(job));
        return submitted(repeated(key -> api().submit(job, key)));
    }

    private ExitCode listed(String file) {
        SubmitJob job = new SubmitJob(label, "BATCH", List.of(), message());
        try (InputStream input = opened(file)) {
            Supplier<Iterator<JobItem>> items = () -> new BatchReader(input);
            String key = key();
            if (dryRun) return plan().show(api().startPlanStreamed(job, items, key));
            return submitted(api().submitStreamed(job, items, key));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file is read once before anything is sent; the input of a pipe can be read only once. */
    private void checkWhole(String file) {
        if (file.equals("-")) return;
        try (InputStream input = opened(file)) {
            new BatchReader(input).forEachRemaining(item -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer that was lost is asked for again with the same key. */
    private JobView repeated(Submission submission) {
        String key = key();
        for (int attempt = 1; ; attempt++) {
            try {
                return submission.send(key);
            } catch (ServerUnreachable e) {
                boolean nothingSent = e.getCause() instanceof ConnectException;
                if ((nothingSent && attempt == 1) || attempt == TRIES_WITH_ONE_KEY) throw e;
                terminal().message("no answer, asking again with the same key: " + e.getMessage());
                pacer().pause(Duration.ofSeconds(attempt));
            }
        }
    }

    private String key() {
        return idempotencyKey == null ? UUID.randomUUID().toString() : idempotencyKey;
    }

    private ExitCode submitted(JobView job) {
        if (!json()) terminal().line(job.id());
        if (!wait) {
            if (json()) terminal().json(job);
            return ExitCode.DONE;
        }
        Terminal beside = besideData();
        if (json()) beside.message(job.id() + " submitted");
        JobWatch watch = new JobWatch(api(), pacer(), beside);
        JobView last = (failOnPause ? watch.failingOnPause() : watch)
                .untilEnd(job.id(), new LiveProgress(beside, pacer(), beside::message));
        if (json()) terminal().json(last);
        beside.message(JobWatch.outcome(last));
        return JobWatch.exitCode(last);
    }

    private PlanSheet plan() {
        return new PlanSheet(api(), pacer(), terminal(), json());
    }

    private JobOptions message() {
        try {
            return jobOptions.toMessage();
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String endpoint(String argument) {
        try {
            return EndpointText.ofArgument(argument);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private interface Submission {
        JobView send(String key);
    }
}
