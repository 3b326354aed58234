package org.bdm.client.cli.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bdm.client.EndpointText;
import org.bdm.client.batch.BatchReader;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.JobOptionArguments;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Transfers a file, a tree or a list; prints the job id alone. */
@Command(
        name = "submit",
        footer = {
            "bdm-client submit bdm://north/data/CMIP6 bdm://south/in/CMIP6 -r --wait",
            "bdm-client submit bdm://north/data bdm://south/in -r --include \"tas/**\" --dry-run",
            "bdm-client submit bdm://north/data/CMIP6 bdm://south/in/CMIP6 -r --delete --wait",
            "bdm-client submit --batch list.txt --label tas"
        },
        description = {
            "Transfers a file, a tree or a list; prints the job id alone.",
            "SRC and DST are bdm://SITE/EXPORT/path. A line of a batch is SRC DST [ALG:HEX] [SIZE].",
            "SRC may be s3://STORE/BUCKET/KEY, in a bucket that the server of DST offers (option --s3).",
            "A batch of more than 10,000 files is sent in parts, and resumed after a lost connection."
        })
public final class SubmitCommand extends Verb {
    private static final int SHORT_LIST_MAX = 10_000;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SRC", description = "The file or tree to transfer.")
    @Nullable String source;

    @Parameters(index = "1", arity = "0..1", paramLabel = "DST", description = "The destination.")
    @Nullable String destination;

    @Option(
            names = {"--recursive", "-r"},
            description = "Transfer a tree, not a single file.")
    boolean recursive;

    @Option(
            names = "--delete",
            description = "With -r: keep a mirror; plan the removal of what the source no longer has (see 'purge').")
    boolean delete;

    @Option(names = "--batch", paramLabel = "FILE|-", description = "Transfer the files of a list; - reads the input.")
    @Nullable String batch;

    @Option(names = "--label", paramLabel = "TEXT", description = "A name to find the job by; shown in lists.")
    @Nullable String label;

    @Mixin
    final JobOptionArguments jobOptions = new JobOptionArguments();

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Repeating a request with the same key creates no second job.")
    @Nullable String idempotencyKey;

    @Option(names = "--wait", description = "Wait until the job ends; the exit code is the outcome.")
    boolean wait;

    @Option(names = "--fail-on-pause", description = "With --wait: exit 9 if the job needs a person.")
    boolean failOnPause;

    @Option(
            names = "--fail-on-empty",
            description = "With --wait: exit 1 when no file was selected; the default with --include.")
    boolean failOnEmpty;

    @Option(names = "--no-fail-on-empty", description = "With --wait: exit 0 even when --include selects no file.")
    boolean emptyIsFine;

    @Option(names = "--dry-run", description = "Show what would be transferred; exit 1 if a file would fail.")
    boolean dryRun;

    @Override
    protected ExitCode run() {
        if (failOnPause && !wait) throw usage("--fail-on-pause needs --wait");
        if (failOnEmpty && !wait) throw usage("--fail-on-empty needs --wait");
        if (wait && dryRun) throw usage("--wait and --dry-run exclude each other");
        if (delete && (batch != null || !recursive)) throw usage("--delete needs --recursive, and takes no --batch");
        if (delete && dryRun) {
            throw usage("--dry-run does not show what --delete would plan; nothing is removed before 'purge --apply'");
        }
        if (batch == null) return single();
        if (source != null || recursive) throw usage("--batch takes no SRC, DST or --recursive");
        return listed(batch, checkWhole(batch));
    }

    private ExitCode single() {
        if (source == null || destination == null) throw usage("give SRC and DST, or --batch");
        JobItem item = new JobItem(
                endpoint(source, EndpointText::ofSource),
                endpoint(destination, EndpointText::ofPlace),
                recursive,
                null,
                List.of());
        SubmitJob job = new SubmitJob(label, recursive ? "TREE" : "FILE", List.of(item), message());
        if (dryRun) return plan(job).show(api().startPlan(job));
        // With a key of the caller the job may be there already, and its source gone.
        if (idempotencyKey == null) new SourceLook(api()).check(job);
        NewJob sent = new NewJob(this, idempotencyKey);
        return submitted(sent, sent.sent(key -> api().submit(job, key)));
    }

    private ExitCode listed(String file, long entries) {
        SubmitJob job = new SubmitJob(label, "BATCH", List.of(), message());
        try (InputStream input = opened(file)) {
            Supplier<Iterator<JobItem>> items = () -> new BatchReader(input);
            NewJob sent = new NewJob(this, idempotencyKey);
            if (dryRun) return plan(job).show(api().startPlanStreamed(job, items, sent.key()));
            return submitted(sent, sentList(job, new BatchReader(input), entries, sent));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A short list goes in one request, which is repeated as a whole; a long one in parts. */
    private JobView sentList(SubmitJob job, BatchReader list, long entries, NewJob sent) {
        List<JobItem> first = new ArrayList<>();
        while (first.size() < SHORT_LIST_MAX && list.hasNext()) first.add(list.next());
        if (!list.hasNext()) return sent.sent(key -> api().submitStreamed(job, first::iterator, key));
        Iterator<JobItem> all = Stream.concat(
                        first.stream(),
                        StreamSupport.stream(Spliterators.spliteratorUnknownSize(list, Spliterator.ORDERED), false))
                .iterator();
        return new ListUpload(this, entries).send(job, all, sent);
    }

    /** A file is read once before anything is sent; the input of a pipe can be read only once. Gives the number of entries, or -1. */
    private long checkWhole(String file) {
        if (file.equals("-")) return -1;
        try (InputStream input = opened(file)) {
            long entries = 0;
            for (BatchReader list = new BatchReader(input); list.hasNext(); list.next()) entries++;
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ExitCode submitted(NewJob sent, JobView job) {
        if (!wait) return sent.printed(job);
        boolean isSelection = !jobOptions.include.isEmpty() && !emptyIsFine;
        return sent.failingOnEmpty(failOnEmpty || isSelection).awaited(job, failOnPause);
    }

    private PlanSheet plan(SubmitJob job) {
        return new PlanSheet(this).of(job).failingAsTheJobWould();
    }

    private JobOptions message() {
        try {
            JobOptions options = jobOptions.toMessage();
            return delete ? options.but().delete(true).build() : options;
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String endpoint(String argument, UnaryOperator<String> reader) {
        try {
            return reader.apply(argument);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
