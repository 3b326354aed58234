package org.bdm.core.fetch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.finish.FileToLink;
import org.bdm.core.finish.FileToRecover;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.IncomingFile;

/**
 * Files that wait for the finisher or are with it, and the receivers of results. Gives the finisher no more than it accepts. Owner
 * only, but for {@link #onEnded}.
 */
final class FinishQueue implements FinishListener {
    private static final int AT_FINISHER_MAX = FileFinisher.FILES_MAX / 2;

    private final FetchState state;
    private final Deque<Step> queue = new ArrayDeque<>();
    private final Set<IncomingFile> queuedTemporaries = new HashSet<>();
    private final FileFinisher finisher;
    private final Consumer<FinishResult> onResult;
    private int atFinisher;

    /**
     * @param makes the finisher, which tells this queue
     * @param onResult hears each result on the loop, the first after the first file was given to this queue
     */
    FinishQueue(FetchState state, Function<FinishListener, FileFinisher> makes, Consumer<FinishResult> onResult) {
        this.state = state;
        this.onResult = onResult;
        this.finisher = makes.apply(this);
    }

    FileFinisher finisher() {
        return finisher;
    }

    void finish(FileToFinish file) {
        queuedTemporaries.add(file.temporary());
        add(() -> {
            queuedTemporaries.remove(file.temporary());
            finisher.finish(file);
        });
    }

    void recover(FileProgress file, JournalRecord.Placing placing) {
        FileToRecover left = new FileToRecover(placing, file.entry().destination(), file.right());
        add(() -> finisher.recover(left));
    }

    void link(FileToLink file) {
        add(() -> finisher.link(file));
    }

    void placeSymbolicLink(FileProgress file, byte[] target) {
        add(() -> finisher.placeSymbolicLink(file.id(), target, file.entry().destination(), file.right()));
    }

    void makeDirectory(FileProgress file) {
        add(() -> finisher.makeDirectory(file.id(), file.entry().destination(), file.right()));
    }

    private void add(Step step) {
        queue.add(step);
        next();
    }

    private void next() {
        while (atFinisher < AT_FINISHER_MAX && !queue.isEmpty() && !state.isStopping()) {
            atFinisher++;
            queue.poll().give();
        }
    }

    @Override
    public void onEnded(List<FinishResult> results) {
        state.loop.post(() -> {
            atFinisher -= results.size();
            for (FinishResult result : results) {
                state.hasMoved();
                onResult.accept(result);
            }
            next();
        });
    }

    /** Temporary files that the finisher was not given, to be closed when the session stops. */
    Set<IncomingFile> leaveQueued() {
        queue.clear();
        Set<IncomingFile> left = Set.copyOf(queuedTemporaries);
        queuedTemporaries.clear();
        return left;
    }

    @FunctionalInterface
    private interface Step {
        void give();
    }
}
