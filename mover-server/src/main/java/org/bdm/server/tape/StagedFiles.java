package org.bdm.server.tape;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecall;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.bdm.server.catalog.tape.WantedRecall;
import org.jspecify.annotations.Nullable;

/**
 * Says which files a job cannot fetch now because they have to be brought from tape, and wants them there. Files that can be had elsewhere, or
 * are on disk, are not held up. Any thread that may block.
 */
public final class StagedFiles {
    private static final Duration FIRST_LOOK = Duration.ofSeconds(15);
    private static final Duration LONGEST = Duration.ofHours(2);
    private static final int PARTS_OF_AGE = 4;

    private final @Nullable TapeRecalls recalls;
    private final @Nullable TapeServices services;
    private final InstantSource clock;

    private StagedFiles(@Nullable TapeRecalls recalls, @Nullable TapeServices services, InstantSource clock) {
        this.recalls = recalls;
        this.services = services;
        this.clock = clock;
    }

    static StagedFiles of(TapeRecalls recalls, TapeServices services, InstantSource clock) {
        return new StagedFiles(recalls, services, clock);
    }

    /** Holds up nothing. */
    public static StagedFiles none() {
        return new StagedFiles(null, null, InstantSource.system());
    }

    /**
     * Returns which of the files wait, and why.
     *
     * @param copies of a file, as they may be asked now
     * @param mayLogIn whether whoever asked for the job may use the login of the site at a data node
     */
    public Map<FileId, FileTrouble> holds(
            List<FileRow> rows, Function<FileRow, List<Copy>> copies, Predicate<String> mayLogIn) {
        TapeRecalls known = recalls;
        TapeServices offered = services;
        if (known == null || offered == null) return Map.of();
        // The copies of a file are read from text: not for jobs that have nothing to do with tape.
        if (!offered.isAnyOffered() && rows.stream().noneMatch(StagedFiles::wasStaged)) return Map.of();
        Map<FileId, WantedRecall> wanted = new LinkedHashMap<>();
        for (FileRow row : rows)
            wanted(offered, row, copies.apply(row), mayLogIn).ifPresent(recall -> wanted.put(row.id(), recall));
        if (wanted.isEmpty()) return Map.of();
        Map<FileId, TapeRecall> now = new HashMap<>(known.waitedFor(wanted.values()));
        List<WantedRecall> fresh = wanted.values().stream()
                .filter(each -> !now.containsKey(each.file()))
                .toList();
        if (!fresh.isEmpty()) {
            Durable.await(known.want(fresh));
            now.putAll(known.waitedFor(fresh));
        }
        Map<FileId, FileTrouble> held = new HashMap<>();
        now.forEach((file, recall) -> {
            if (isHeld(recall)) held.put(file, trouble(recall));
        });
        return held;
    }

    private static boolean isHeld(TapeRecall recall) {
        return recall.state() == RecallState.WANTED || recall.state() == RecallState.ASKED;
    }

    private static boolean wasStaged(FileRow row) {
        FileTrouble trouble = row.trouble();
        return trouble != null && trouble.code() == ErrorCode.BEING_STAGED;
    }

    private Optional<WantedRecall> wanted(
            TapeServices offered, FileRow row, List<Copy> copies, Predicate<String> mayLogIn) {
        boolean wasStaged = wasStaged(row);
        Copy tape = null;
        Copy any = null;
        for (Copy copy : copies) {
            if (copy.isAtSite()) return Optional.empty();
            if (!HttpOrigin.isHttp(copy.location())
                    || copy.whyLeftAlone(clock.instant()).isPresent()) continue;
            String origin = TapePaths.origin(copy.location());
            boolean isTape = offered.isOffered(origin) && (!offered.hasLogin(origin) || mayLogIn.test(copy.node()));
            if (isTape && tape == null) tape = copy;
            if (!isTape && any == null) any = copy;
        }
        if (tape == null) return wasStaged && any != null ? recall(offered, row, any, true) : Optional.empty();
        return any == null || wasStaged ? recall(offered, row, tape, false) : Optional.empty();
    }

    private static Optional<WantedRecall> recall(TapeServices offered, FileRow row, Copy copy, boolean isRead) {
        String origin = TapePaths.origin(copy.location());
        return TapePaths.of(copy.location(), offered.policy(origin))
                .filter(path -> path.length() <= TapeRecalls.PATH_LENGTH_MAX)
                .map(path -> new WantedRecall(
                        row.id(),
                        origin,
                        path,
                        row.status().version().size() == 0,
                        isRead,
                        offered.policy(origin).patienceOrUsual()));
    }

    /** Looked at again after a part of the time that it has waited; what comes to disk is looked at immediately. */
    private FileTrouble trouble(TapeRecall recall) {
        Instant now = clock.instant();
        Duration after = Duration.between(recall.since(), now).dividedBy(PARTS_OF_AGE);
        if (after.compareTo(FIRST_LOOK) < 0) after = FIRST_LOOK;
        if (after.compareTo(LONGEST) > 0) after = LONGEST;
        String node = TapePaths.node(recall.origin());
        String what = recall.state() == RecallState.ASKED
                ? recall.path() + " is being brought from tape at " + node
                : recall.path() + " waits for its turn at the tapes of " + node;
        String note = recall.note().isEmpty() ? "" : "; " + recall.note();
        return new FileTrouble(
                ErrorCode.BEING_STAGED, what + ", wanted since " + recall.since() + note, now.plus(after));
    }
}
