package org.bdm.client.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.SitePairing;
import org.bdm.client.cli.job.JobWatch;
import org.bdm.client.cli.job.LiveProgress;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.demo.DemoFailure;
import org.bdm.client.demo.DemoReplicaSet;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.demo.TreeDigests;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.JobSheet;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.job.SubmitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        footer = "bdm-client demo --keep",
        description = {
            "Runs a demonstration with two sites on this machine.",
            "Replicates a small set of NetCDF files from one to the other, kills the destination on the way, and"
                    + " verifies what",
            "arrived. Cleans up, except with --keep."
        })
final class DemoCommand extends Verb {
    private static final String SOURCE = "north";
    private static final String DESTINATION = "south";

    /** Time the transfer takes at least, so that the kill comes in the middle of it on any machine. */
    private static final Duration LEAST_TRANSFER = Duration.ofSeconds(6);

    private static final double KILLED_AT_SHARE = 0.3;

    /** More often than anybody reads, so that the kill does not come too late. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    @Option(names = "--keep", description = "Leave both sites running and the files in place.")
    boolean keep;

    @Option(names = "--size", paramLabel = "SIZE", description = "Approximate amount of data; default 300M.")
    String size = "300M";

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "The directory to work in; default: the temporary directory.")
    @Nullable Path parent;

    private boolean killed;

    @Override
    protected ExitCode run() {
        DemoReplicaSet set = replicaSet();
        Path directory = newDirectory(set);
        try (ServerProcess source = server(
                        directory, SOURCE, "data=" + directory.resolve(SOURCE).resolve("data") + ":ro");
                ServerProcess destination = server(
                        directory,
                        DESTINATION,
                        "replica=" + directory.resolve(DESTINATION).resolve("replica") + ":rw")) {
            ExitCode code = play(set, directory, source, destination);
            finish(code, directory, source, destination);
            return code;
        } catch (IOException e) {
            throw new DemoFailure("the demo in " + directory + " cannot read or write", e);
        } catch (RuntimeException e) {
            terminal().message("files and logs of the demo are left in " + directory);
            throw e;
        }
    }

    private DemoReplicaSet replicaSet() {
        try {
            return DemoReplicaSet.ofAbout(ByteSize.parse(size));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private Path newDirectory(DemoReplicaSet set) {
        try {
            Path directory = parent == null
                    ? Files.createTempDirectory("bdm-demo-")
                    : Files.createTempDirectory(parent, "bdm-demo-");
            long free = Files.getFileStore(directory).getUsableSpace();
            long needed = set.bytes() * 2 + (64L << 20);
            if (free >= needed) return directory;
            Files.delete(directory);
            throw new DemoFailure("too little space in " + directory.getParent() + ": " + ByteSize.text(needed)
                    + " needed, " + ByteSize.text(free) + " free; choose another directory with --directory");
        } catch (IOException e) {
            throw new DemoFailure("cannot create a directory; choose another directory with --directory", e);
        }
    }

    private ServerProcess server(Path directory, String site, String export) {
        // Set by the launcher: it knows whether it is in a package or in a checkout.
        Path launcher = Path.of(System.getProperty("org.bdm.server.launcher", "mover-server/bin/mover-server"));
        if (!Files.isExecutable(launcher))
            throw new DemoFailure("no launcher at " + launcher + "; start the demo with the launcher bdm-client");
        Path home = directory.resolve(site).resolve("home");
        return new ServerProcess(
                List.of(launcher.toString()), home, List.of("--site", site, "--export", export), Map.of());
    }

    private ExitCode play(DemoReplicaSet set, Path directory, ServerProcess source, ServerProcess destination)
            throws IOException {
        say("creating " + set.files() + " NetCDF files, " + ByteSize.text(set.bytes()) + ", in " + directory);
        Path data = directory.resolve(SOURCE).resolve("data");
        Path replica = Files.createDirectories(directory.resolve(DESTINATION).resolve("replica"));
        set.write(data);
        for (ServerProcess site : List.of(source, destination)) {
            site.start();
            say("site " + site.ready().site() + " is ready at " + site.ready().url() + ", data port "
                    + site.ready().data());
        }
        MoverApi api = api(destination);
        SitePairing.bothWays(api, api(source), SOURCE);
        say("paired: each pinned the other's key");
        JobView job = api.submit(request(set), UUID.randomUUID().toString());
        say(job.id() + " submitted and stored: a crash from now on does not lose it");
        JobView last = watch(api, job, set, destination);
        say(JobWatch.outcome(last));
        if (!last.state().equals("SUCCEEDED")) return JobWatch.exitCode(last);
        compare(data, replica);
        report(api.report(job.id()));
        return ExitCode.DONE;
    }

    private static MoverApi api(ServerProcess site) throws IOException {
        String token = Files.readString(site.tokenFile()).strip();
        return new MoverApi(new ServerAddress(site.ready().url(), token, null));
    }

    private static SubmitJob request(DemoReplicaSet set) {
        JobItem item = new JobItem(
                "bdm://" + SOURCE + "/data/CMIP6", "bdm://" + DESTINATION + "/replica/CMIP6", true, null, List.of());
        long rate = Math.max(1, set.bytes() / LEAST_TRANSFER.toSeconds());
        JobOptions options =
                JobOptions.DEFAULTS.but().maxRateBytesPerSecond(rate).build();
        return new SubmitJob("demo", "TREE", List.of(item), options);
    }

    private JobView watch(MoverApi api, JobView job, DemoReplicaSet set, ServerProcess destination) {
        LiveProgress progress = new LiveProgress(terminal(), pacer(), this::say);
        JobWatch watch = new JobWatch(api, pacer(), terminal()).failingOnPause().showingEvery(BETWEEN_LOOKS);
        return watch.untilEnd(job, view -> {
            progress.accept(view);
            if (!killed && view.bytes().moved() >= set.bytes() * KILLED_AT_SHARE && view.endedAt() == null)
                killAndRestart(destination);
        });
    }

    private void killAndRestart(ServerProcess destination) {
        killed = true;
        terminal().endLive();
        say("kill -9 " + destination.processId() + ": killed the destination in the middle of the transfer");
        destination.kill();
        long began = pacer().clock().millis();
        destination.start();
        Duration took = Duration.ofMillis(pacer().clock().millis() - began);
        say("started again in " + TimeText.duration(took) + "; the job resumes by itself");
    }

    private void compare(Path data, Path replica) throws IOException {
        Map<String, String> there = TreeDigests.of(data);
        Map<String, String> here = TreeDigests.of(replica);
        if (!there.equals(here)) throw new DemoFailure("the trees " + data + " and " + replica + " differ");
        if (!killed) say("the transfer ended before it could be interrupted");
        say("verified on disk: " + Plural.of(here.size(), "file") + ", all with the SHA-256 of their source");
    }

    private void report(ReportView report) {
        if (json()) terminal().json(report);
        else terminal().sheet(JobSheet.report(report, zone()));
    }

    private void finish(ExitCode code, Path directory, ServerProcess source, ServerProcess destination)
            throws IOException {
        say("web UI: " + destination.ready().url() + "/ (log in with the token in " + destination.tokenFile() + ")");
        if (keep) {
            source.letGo();
            destination.letGo();
            say("both sites keep running; stop them with: kill " + source.processId() + " " + destination.processId());
            say("files are in " + directory);
            return;
        }
        source.stop();
        destination.stop();
        if (code == ExitCode.DONE) {
            deleteTree(directory);
            say("both sites stopped and all files removed; use --keep to leave them running");
        } else {
            say("logs and files are left in " + directory);
        }
    }

    private void say(String text) {
        if (json()) terminal().message(text);
        else terminal().line(text);
    }

    private static void deleteTree(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) throw failure;
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
