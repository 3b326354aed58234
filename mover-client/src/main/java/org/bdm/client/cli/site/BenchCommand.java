package org.bdm.client.cli.site;

import java.time.Duration;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.link.BenchView;
import org.bdm.core.control.link.StartBench;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the path from a site to the site of the server, and names what limits it. */
@Command(
        name = "bench",
        footer = {
            "bdm-client bench north",
            "bdm-client bench south --from north --time 30s",
            "bdm-client bench north --mode disk-disk --export in"
        },
        description = {
            "Measures a path and names what limits it.",
            "Makes a job at the destination and waits for it. The job uses the data path of transfers."
        })
public final class BenchCommand extends Verb {
    private static final int SECONDS_MAX = 300;

    @Parameters(
            paramLabel = "SITE",
            description = "The site that sends; with --from, the site of the server, which receives.")
    String site = "";

    @Option(names = "--from", paramLabel = "SITE", description = "The site that sends.")
    @Nullable String from;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = {
                "mem-mem: memory to memory (default). disk-mem: the source reads existing files.",
                "mem-disk: the destination writes, forces and removes files. disk-disk: both."
            })
    @Nullable String mode;

    @Option(
            names = "--export",
            paramLabel = "NAME",
            description = "Export at the destination to write to; default: the writable one with the most room.")
    @Nullable String export;

    @Option(names = "--time", paramLabel = "D", description = "How long, 1s to 5m; default: 10s.")
    @Nullable String time;

    @Override
    protected ExitCode run() {
        String source = from == null ? site : from;
        String destination = from == null ? api().version().site() : site;
        BenchView bench = api().links().bench(source, destination, new StartBench(mode, seconds(), export, null));
        while (bench.state().equals("RUNNING")) {
            pacer().pause(Duration.ofMillis(500));
            bench = api().links().bench(source, destination, bench.id());
        }
        if (json()) terminal().json(bench);
        else sheet(bench);
        return bench.trouble() == null ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private @Nullable Integer seconds() {
        if (time == null) return null;
        try {
            long seconds = TimeText.parse(time).toSeconds();
            if (seconds >= 1 && seconds <= SECONDS_MAX) return (int) seconds;
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        throw usage("--time must be 1s to 5m, not " + time);
    }

    private void sheet(BenchView bench) {
        terminal().line("bench      " + bench.id());
        if (bench.jobId() != null) terminal().line("job        " + bench.jobId());
        terminal().line("link       " + bench.source() + " to " + bench.destination());
        terminal().line("mode       " + bench.mode());
        if (bench.trouble() != null) {
            terminal().line("failed     " + bench.trouble());
            return;
        }
        terminal().line("rate       " + ByteRate.text(bench.bytesPerSecond()));
        terminal().line("bytes      " + ByteSize.text(bench.bytes()) + " in " + bench.seconds() + " s");
        terminal().line("streams    " + bench.streams());
        if (bench.disks() != null) terminal().line("disks      " + bench.disks());
        if (bench.limit() != null) terminal().line("limited by " + bench.limit());
    }
}
