package org.bdm.server.hsm;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bdm.core.store.Allocation;
import org.bdm.core.store.Hsm;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.server.hsm.HsmSettings.RecallWay;
import org.bdm.server.program.BoundedProgram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HSM of an export, as it was configured. Ends its threads and programs when it is closed. Any thread. */
public final class ExportHsm implements Hsm, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExportHsm.class);
    private static final Duration PRESENCE_LONGEST = Duration.ofSeconds(30);
    private static final Duration PASS_EVERY = Duration.ofSeconds(5);
    private static final int RECALL_PROGRAMS_MAX = 4;
    private static final int RECALL_OUTPUT_BYTES_MAX = 4096;
    private static final byte LINE_FEED = '\n';
    private static final byte NUL = 0;

    private final KnownPresence presence;
    private final @Nullable RecallDesk desk;
    private final ExecutorService programs;
    private final Thread thread;
    private final boolean isForChecks;

    /** The directory of an export, and the one in which its programs run. */
    public record Place(ExportRoot root, Path temporary) {}

    /**
     * Begins to listen; runs no program before it is asked.
     *
     * @param allocation what a file of the export occupies
     */
    public ExportHsm(Place place, HsmSettings settings, Function<StorePath, Allocation> allocation, Clock clock) {
        String export = place.root().name().value();
        presence = new KnownPresence(export, question(place, settings, allocation), clock);
        programs = Executors.newFixedThreadPool(RECALL_PROGRAMS_MAX, work -> daemon(work, "hsm-program-" + export));
        desk = settings.recall() == RecallWay.NONE
                ? null
                : new RecallDesk(export, settings, presence, run(place, settings), programs, clock);
        isForChecks = settings.forChecks();
        thread = daemon(this::work, "hsm-recall-" + export);
        if (desk != null) thread.start();
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private static PresenceQuestion question(
            Place place, HsmSettings settings, Function<StorePath, Allocation> allocation) {
        return switch (settings.presence()) {
            case HOLES -> new HolePresence(allocation);
            case LUSTRE -> presence(place, List.of("xargs", "-0", "-r", "lfs", "hsm_state"), true);
            case PROGRAM ->
                presence(place, List.of(settings.presenceProgram().orElseThrow().toString()), false);
        };
    }

    private static ProgramPresence presence(Place place, List<String> command, boolean isLustre) {
        BoundedProgram program =
                new BoundedProgram(command, place.temporary(), PRESENCE_LONGEST, ProgramPresence.OUTPUT_BYTES_MAX);
        return new ProgramPresence(program, paths(place), isLustre);
    }

    private static RecallRun run(Place place, HsmSettings settings) {
        boolean isLustre = settings.recall() == RecallWay.LUSTRE;
        List<String> command = isLustre
                ? List.of("xargs", "-0", "-r", "lfs", "hsm_restore")
                : List.of(settings.recallProgram().orElseThrow().toString());
        BoundedProgram program =
                new BoundedProgram(command, place.temporary(), settings.patience(), RECALL_OUTPUT_BYTES_MAX);
        return new ProgramRecall(program, paths(place), isLustre ? NUL : LINE_FEED);
    }

    private static FilePaths paths(Place place) {
        return new FilePaths(place.root().pathBytes());
    }

    private void work() {
        RecallDesk recalls = desk;
        if (recalls == null) return;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                recalls.awaitWork();
                pass(recalls);
                TimeUnit.MILLISECONDS.sleep(PASS_EVERY.toMillis());
            }
        } catch (InterruptedException e) {
            LOG.debug("no more files are recalled", e);
        }
    }

    private static void pass(RecallDesk recalls) {
        try {
            recalls.pass();
        } catch (RuntimeException e) {
            LOG.error("files were not recalled, and are in the next pass", e);
        }
    }

    @Override
    public Map<StorePath, Presence> presence(List<StorePath> files) {
        return presence.of(files);
    }

    @Override
    public void recall(StorePath file) {
        RecallDesk recalls = desk;
        if (recalls != null) recalls.want(file);
    }

    @Override
    public boolean recallToCheck(StorePath file) {
        RecallDesk recalls = desk;
        if (recalls == null || !isForChecks) return false;
        return recalls.wantToCheck(file);
    }

    @Override
    public String standing(StorePath file, Presence of) {
        // Other sites read this, too: what programs of this machine write stays in its log.
        if (of == Presence.UNKNOWN && !presence.trouble().isEmpty()) return "the log of its server says why";
        RecallDesk recalls = desk;
        if (recalls == null) return "no recall is configured for its export, so somebody has to bring it to disk";
        return recalls.standing(file);
    }

    @Override
    public void close() {
        thread.interrupt();
        programs.shutdownNow();
    }
}
