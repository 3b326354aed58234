package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.demo.DemoSettings;

/** Draws the jobs of the last month: first those that ended, at last those that are open now. */
final class DemoPlan {
    /** Of all files, a replica-set job that has not ended has one in so many. */
    private static final int OPEN_SHARE = 400;

    private static final int JOBS = 200;
    private static final Duration HISTORY = Duration.ofDays(30);
    private static final int ACTIVE = 8;
    private static final int QUEUED = 4;
    private static final int PLANNING = 3;
    private static final List<String> OWNERS = List.of("ann", "ben", "carla", "dev-ops", "subscriptions");
    private static final List<String> EXPORTS = List.of("cmip", "cmip", "cordex", "scratch");

    private final DemoSettings settings;
    private final DemoChance chance;
    private final List<String> peers;
    private final int paused = PauseReason.values().length;
    private final int ended = JOBS - ACTIVE - QUEUED - PLANNING - paused;
    private int smallFiles;

    private DemoPlan(DemoSettings settings) {
        this.settings = settings;
        this.chance = new DemoChance(settings.seed(), "jobs");
        this.peers = DemoNames.SITES.stream()
                .filter(name -> !name.equals(settings.site()))
                .toList();
    }

    /** Returns them in the order of their numbers. */
    static List<DemoJob> of(DemoSettings settings) {
        return new DemoPlan(settings).jobs();
    }

    private List<DemoJob> jobs() {
        int[] weights = new int[JOBS];
        long sum = 0;
        int[] few = new int[JOBS];
        for (int at = 0; at < JOBS; at++) {
            if (isTree(at)) weights[at] = 5 + chance.below(30) * chance.below(10);
            else few[at] = few(at);
            sum += weights[at];
            smallFiles += few[at];
        }
        long left = Math.max(JOBS * 10L, settings.size().files() - smallFiles);
        List<DemoJob> jobs = new ArrayList<>();
        for (int at = 0; at < JOBS; at++) {
            int files = isTree(at) ? (int) Math.max(8, left * weights[at] / sum) : few[at];
            jobs.add(job(at, files));
        }
        return jobs;
    }

    private boolean isTree(int at) {
        return kind(at) == JobKind.TREE;
    }

    private int few(int at) {
        return switch (kind(at)) {
            case BENCH -> 0;
            case FILE -> 1;
            case REPAIR -> 3 + chance.below(20);
            default -> 20 + chance.below(60) + (at < ended ? 0 : settings.size().files() / OPEN_SHARE);
        };
    }

    private JobKind kind(int at) {
        if (at >= ended) return at % 4 == 1 ? JobKind.REPLICA_SET : JobKind.TREE;
        return switch (at % 10) {
            case 0, 1, 2, 3 -> JobKind.TREE;
            case 4, 5, 6 -> JobKind.REPLICA_SET;
            case 7 -> JobKind.BATCH;
            case 8 -> at % 20 == 8 ? JobKind.FILE : JobKind.REPAIR;
            default -> JobKind.BENCH;
        };
    }

    private JobState state(int at) {
        if (at >= JOBS - QUEUED) return JobState.QUEUED;
        if (at >= JOBS - QUEUED - PLANNING) return JobState.PLANNING;
        if (at >= ended + paused) return JobState.ACTIVE;
        if (at >= ended) return JobState.PAUSED;
        if (kind(at) == JobKind.BENCH) return at % 40 == 19 ? JobState.FAILED : JobState.SUCCEEDED;
        if (at % 13 == 5 && kind(at) != JobKind.FILE) return JobState.PARTIAL;
        if (at % 29 == 11) return JobState.FAILED;
        return at % 23 == 17 ? JobState.CANCELLED : JobState.SUCCEEDED;
    }

    private DemoJob job(int at, int drawn) {
        JobState state = state(at);
        boolean isUnlisted = state == JobState.QUEUED || (state == JobState.FAILED && at % 2 == 0);
        int files = isUnlisted ? 0 : state == JobState.FAILED ? Math.min(drawn, 12) : drawn;
        int endedFiles = switch (state) {
            case SUCCEEDED, PARTIAL, FAILED -> files;
            case ACTIVE, PAUSED, CANCELLED -> files * (15 + chance.below(70)) / 100;
            default -> 0;
        };
        JobKind kind = kind(at);
        String from = from(kind, state);
        String export = chance.of(EXPORTS);
        DemoTrouble trouble = trouble(at, state);
        if (state == JobState.PAUSED) {
            PauseReason reason = PauseReason.valueOf(trouble.code());
            from = pausedFrom(reason, from);
            export = pausedAt(reason, export);
        }
        return new DemoJob(
                at + 1,
                kind,
                state,
                kind == JobKind.REPLICA_SET && at % 3 == 0 ? "subscriptions" : OWNERS.get(at % 4),
                label(at, kind),
                from,
                export,
                files,
                endedFiles,
                trouble.at(from),
                at >= 20 && at < ended && kind == JobKind.BATCH && state(at - 9) != JobState.SUCCEEDED ? at - 8 : 0,
                createdAt(at));
    }

    /** The place that a job reads from: for one that is ACTIVE a site that is neither in maintenance nor banned nor behind a window. */
    private String from(JobKind kind, JobState state) {
        if (kind == JobKind.REPLICA_SET) return chance.of(DemoNames.DATA_NODES);
        String drawn = chance.of(peers);
        boolean isAway = drawn.equals(DemoSites.inMaintenance(settings.site())) || drawn.equals(DemoSites.BANNED);
        return state == JobState.ACTIVE && isAway ? DemoSites.OPEN : drawn;
    }

    /** The site that is so as the job says. */
    private String pausedFrom(PauseReason reason, String drawn) {
        return switch (reason) {
            case WINDOW_CLOSED, SITE_BANNED -> DemoSites.BANNED;
            case SITE_MAINTENANCE -> DemoSites.inMaintenance(settings.site());
            case CREDENTIALS, PEER_UNREACHABLE -> DemoSites.OPEN;
            default -> drawn;
        };
    }

    private static String pausedAt(PauseReason reason, String drawn) {
        return switch (reason) {
            case NO_SPACE, PERMISSION -> "cmip";
            case QUOTA_EXCEEDED, EXPORT_MISSING -> "cordex";
            case READ_ONLY -> "scratch";
            default -> drawn;
        };
    }

    private Instant createdAt(int at) {
        Duration ago = HISTORY.multipliedBy(JOBS - at).dividedBy(JOBS).plusMinutes(chance.below(90));
        boolean isOpen = at >= ended;
        return settings.now().minus(isOpen ? ago.plusHours(2) : ago.plusHours(30));
    }

    private DemoTrouble trouble(int at, JobState state) {
        return switch (state) {
            case PAUSED -> DemoTrouble.of(PauseReason.values()[at - ended]);
            case PARTIAL, ACTIVE -> chance.of(DemoTrouble.OF_FILES);
            case FAILED -> chance.of(DemoTrouble.OF_JOBS);
            default -> DemoTrouble.NONE;
        };
    }

    private String label(int at, JobKind kind) {
        String model = chance.of(DemoNames.MODELS).split(" ")[1];
        String experiment = chance.of(DemoNames.EXPERIMENTS).split(" ")[1];
        return switch (kind) {
            case BENCH -> "";
            case REPAIR -> "repair of " + (3 + at % 9) + " damaged files";
            case REPLICA_SET -> model + " " + experiment + " from ESGF";
            case FILE -> "areacella of " + model;
            default ->
                at % 11 == 2
                        ? "campaign-" + (1 + at % 4) + " " + experiment + " to all sites"
                        : model + " " + experiment;
        };
    }
}
