package org.bdm.server.app;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;

/** Site "b" as several nodes on one PostgreSQL, and site "a" as its source, all in the process of a test. */
final class SiteInProcess implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(90);

    private final Path directory;
    private final CatalogLocation location = TestDatabase.POSTGRESQL.prepared();
    private final List<RunningServer> running = new ArrayList<>();
    private Path siteKey;

    SiteInProcess(Path directory) {
        this.directory = directory;
    }

    /** A directory that is there. */
    Path tree(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    /** Files of a few bytes in directories of a tree. */
    static void files(Path tree, int directories, int filesInEach) throws IOException {
        for (int d = 0; d < directories; d++) {
            Path below = Files.createDirectories(tree.resolve("d" + d));
            for (int f = 0; f < filesInEach; f++) {
                Files.writeString(below.resolve("f" + f), "file " + f + " of " + d, StandardCharsets.US_ASCII);
            }
        }
    }

    /** Site "a", which offers this tree as "data". */
    RunningServer source(Path tree) {
        return kept(ServerInProcess.start(directory, "a", "data=" + tree, List.of()));
    }

    /** A node of site "b" with a home of its own; the key of the first is that of the site. */
    RunningServer node(String home, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--home",
                directory.resolve(home).toString(),
                "--catalog",
                location.jdbcUrl(),
                "--catalog-user",
                location.user()));
        if (siteKey != null) options.addAll(List.of("--site-key", siteKey.toString()));
        options.addAll(List.of(more));
        RunningServer started = kept(ServerInProcess.start(directory, "b", options));
        if (siteKey == null) siteKey = directory.resolve(home).resolve("node-key.pem");
        return started;
    }

    private RunningServer kept(RunningServer server) {
        running.add(server);
        return server;
    }

    /** Lets site "b" read everything of site "a". */
    static void pair(RunningServer source, RunningServer destination) {
        String code = source.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of("*"))
                .code();
        destination.parts().callers().pairing().add(new SiteName("a"), code, List.of());
    }

    /** A job of the whole tree of site "a", at most so fast; 0: as fast as it goes. */
    static JobId submit(RunningServer node, String to, long bytesPerSecondMax) {
        return submit(node, "bdm://a/data", to, bytesPerSecondMax);
    }

    /** A job of a tree, at most so fast; 0: as fast as it goes. */
    static JobId submit(RunningServer node, String from, String to, long bytesPerSecondMax) {
        return submit(node, from, to, bytesPerSecondMax, JobSettings.HardLinkNames.COPY, ConflictPolicy.SKIP);
    }

    /** A job of a tree with these options. */
    static JobId submit(
            RunningServer node,
            String from,
            String to,
            long bytesPerSecondMax,
            JobSettings.HardLinkNames hardLinks,
            ConflictPolicy onConflict) {
        JobSettings settings = JobSettingsBuilder.builder()
                .onConflict(onConflict)
                .reuse(JobSettings.Reuse.OFF)
                .hardLinks(hardLinks)
                .build();
        JobRequest request = new JobRequest(
                JobKind.TREE, "test", "", 3, bytesPerSecondMax, KeptSettings.of(settings), from, to, null);
        SubmittedItem item = new SubmittedItem(from, to, true, SubmittedItem.SIZE_UNKNOWN, List.of());
        return node.parts()
                .catalog()
                .submissions()
                .submit(request, List.of(item), null)
                .join()
                .job();
    }

    /** The job as the catalog of a node has it. */
    static Job job(RunningServer node, JobId job) {
        return node.parts().catalog().jobs().find(job).orElseThrow();
    }

    /** Waits for the end of a job, or a pause. */
    static Job ended(RunningServer node, JobId job) {
        return await().atMost(SOON)
                .until(() -> job(node, job), found -> found.state().isFinal() || found.state() == JobState.PAUSED);
    }

    @Override
    public void close() {
        for (int i = running.size() - 1; i >= 0; i--) running.get(i).stop();
    }
}
