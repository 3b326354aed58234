package org.bdm.client.cli.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.DigestText;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.AttemptView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.OriginView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the files of a job. */
@Command(
        name = "files",
        footer = {"bdm-client files job-7 --state FAILED", "bdm-client files job-7 --state FAILED --attempts"},
        description = "Lists the files of a job.")
public final class FilesCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Option(names = "--state", paramLabel = "STATE", description = "Only files in this state, e.g. FAILED.")
    @Nullable String state;

    @Option(names = "--q", paramLabel = "PREFIX", description = "Only files whose path begins with this.")
    @Nullable String prefix;

    @Option(
            names = "--attempts",
            description = "Also the last attempts of each file, one line each; asks for each file by itself.")
    boolean attempts;

    @Override
    protected ExitCode run() {
        String wanted = state == null ? null : state.toUpperCase(Locale.ROOT);
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%-12s%10s  FILE", "STATE", "SIZE"));
        Iterator<FileView> files = api().files(jobId, wanted, prefix == null ? null : EndpointText.ofArgument(prefix));
        print(attempts ? withTries(files) : files, this::line);
        return ExitCode.DONE;
    }

    /** No table: a job may have millions of files, and they are shown as they come. */
    private void line(FileView file) {
        String error = file.errorCode() == null ? "" : file.errorCode() + ": " + Objects.toString(file.errorText(), "");
        String evidence = file.evidenceLevel() == null ? "" : file.evidenceLevel();
        String digest = file.digest() == null
                ? ""
                : DigestText.of(
                        file.digest().algorithm(),
                        file.digest().value(),
                        terminal().style());
        String moved = file.state().equals("ACTIVE") ? ByteSize.text(file.bytesMoved()) + " moved" : evidence;
        String reused = file.reused() == null ? "" : file.reused() + " of " + file.reusedFrom();
        String origins = file.origins().isEmpty()
                ? ""
                : "from " + file.origins().stream().map(OriginView::place).collect(Collectors.joining(", "));
        String restsOn = file.restsOn() == null ? "" : "rests on " + file.restsOn();
        String size = String.format(Locale.ROOT, "%10s", ByteSize.text(file.size()));
        String head = String.format(Locale.ROOT, "%-12s", file.state()) + size + "  ";
        terminal().item(head, file.destination(), moved, digest, reused, origins, restsOn, error);
        file.tries().forEach(this::line);
    }

    private void line(AttemptView attempt) {
        Instant started = attempt.started();
        Instant ended = attempt.ended();
        String took = started == null || ended == null
                ? ""
                : ", after " + TimeText.duration(Duration.between(started, ended));
        String when = ended == null ? "" : "  ended " + ended + took;
        String why = attempt.text() == null ? "" : "  " + attempt.code() + ": " + attempt.text();
        terminal()
                .sentence(
                        "    attempt " + attempt.number() + "  ",
                        attempt.outcome() + when + "  from " + attempt.source() + "  " + ByteSize.text(attempt.bytes())
                                + why);
    }

    /** A file whose first attempt was good, or that was not tried, has none. */
    private Iterator<FileView> withTries(Iterator<FileView> files) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return files.hasNext();
            }

            @Override
            public FileView next() {
                FileView file = files.next();
                boolean hasNone = file.attempts() == 0 && !file.state().equals("CANCELLED");
                boolean wasGood = file.attempts() == 1 && file.errorCode() == null && file.evidenceLevel() != null;
                return hasNone || wasGood ? file : api().file(jobId, file.id());
            }
        };
    }
}
