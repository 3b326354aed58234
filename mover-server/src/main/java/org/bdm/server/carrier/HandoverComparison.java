package org.bdm.server.carrier;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.catalog.handover.HandoverSteps;
import org.bdm.server.catalog.handover.Handovers;
import org.bdm.server.holding.survey.BroughtFiles;

/**
 * Compares the files of a handover with what is there, some at a time, and keeps what each is. Files that are right become holdings; none else.
 * Belongs to the thread of the duty.
 */
final class HandoverComparison {
    private static final int FILES_AT_ONCE = 100;
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Handovers handovers;
    private final HandoverSteps steps;
    private final BroughtFiles files;
    private final InstantSource clock;

    HandoverComparison(Catalog catalog, BroughtFiles files, InstantSource clock) {
        this.handovers = catalog.handovers();
        this.steps = catalog.handoverSteps();
        this.files = files;
        this.clock = clock;
    }

    /**
     * Goes on with the comparison for a while, one file at least.
     *
     * @return true if every file was compared
     */
    boolean goOn(Handover handover) {
        Instant end = clock.instant().plus(LONGEST);
        Set<HandedFileState> states = compared(handover);
        int last = handover.progress().comparedFile();
        while (true) {
            List<HandedFile> next = handovers.files(handover.number(), states, last, FILES_AT_ONCE);
            if (next.isEmpty()) return true;
            List<HandedFile> found = new ArrayList<>();
            try {
                for (HandedFile file : next) {
                    found.add(compared(handover, file));
                    last = file.number();
                    if (!clock.instant().isBefore(end)) break;
                }
            } finally { // a file that is offline is waited for: those before it are not read again
                if (!found.isEmpty()) Durable.await(steps.compared(handover.number(), found, last));
            }
            if (!clock.instant().isBefore(end)) return false;
        }
    }

    /** Before the first list all files are wanted; afterwards each that is not there may have come. */
    private static Set<HandedFileState> compared(Handover handover) {
        if (isFirst(handover)) return EnumSet.of(HandedFileState.WANTED);
        EnumSet<HandedFileState> states = EnumSet.allOf(HandedFileState.class);
        states.removeIf(HandedFileState::isThere);
        return states;
    }

    private static boolean isFirst(Handover handover) {
        return handover.sent().round() == 0;
    }

    private HandedFile compared(Handover handover, HandedFile file) {
        BroughtFiles.Found found = files.check(expected(handover, file));
        HandedFileState state = state(found.verdict());
        if (state.isThere()) return file.in(state, found.says());
        if (isFirst(handover)) {
            if (state == HandedFileState.MISSING) return file;
            return file.in(HandedFileState.OCCUPIED, "another file has its place: it " + found.says());
        }
        boolean stays = (file.state() == HandedFileState.REFUSED && state == HandedFileState.MISSING)
                || file.state() == HandedFileState.OCCUPIED;
        if (stays) return file;
        boolean wasTold = file.state() == HandedFileState.HANDED && !file.says().isEmpty();
        return file.in(state, wasTold ? found.says() + "; the carrier says: " + file.says() : found.says());
    }

    /** Returns true if every file of the list is there with its size, so that it is worth to read them. */
    boolean looksWhole(Handover handover) {
        int last = 0;
        while (true) {
            List<HandedFile> next =
                    handovers.files(handover.number(), EnumSet.of(HandedFileState.HANDED), last, FILES_AT_ONCE);
            if (next.isEmpty()) return true;
            for (HandedFile file : next) {
                boolean isWhole = file.size() >= 0
                        && files.look(expected(handover, file)).verdict() == BroughtFiles.Verdict.RIGHT;
                if (!isWhole) return false;
                last = file.number();
            }
        }
    }

    private static BroughtFiles.Expected expected(Handover handover, HandedFile file) {
        ExportName export = handover.order().export();
        return new BroughtFiles.Expected(
                export, file.path(), file.dataset(), file.size(), file.digests(), handover.id());
    }

    private static HandedFileState state(BroughtFiles.Verdict verdict) {
        return switch (verdict) {
            case RIGHT -> HandedFileState.RIGHT;
            case UNVOUCHED -> HandedFileState.UNVOUCHED;
            case MISSING -> HandedFileState.MISSING;
            case EMPTY -> HandedFileState.EMPTY;
            case PARTIAL -> HandedFileState.PARTIAL;
            case OTHER_CONTENT -> HandedFileState.OTHER_CONTENT;
            case UNREADABLE -> HandedFileState.UNREADABLE;
        };
    }
}
