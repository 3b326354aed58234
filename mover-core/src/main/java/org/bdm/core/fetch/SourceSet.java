package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bdm.core.block.ByteRange;
import org.bdm.core.destination.BlockOrder;
import org.bdm.core.plan.Assignment;
import org.bdm.core.plan.PlanLimits;
import org.bdm.core.plan.Planner;
import org.bdm.core.plan.RequestWindow;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.WantedFile;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the sources of a session (today one), made and outstanding. Owner only.
 *
 * <p>Every request that was made is settled exactly once: when its bytes arrive, when it ends without them, or when the file is given up.
 * A request that is lost does not say which of several for one file it was: what is missing is known when none of the file is left.
 */
final class SourceSet {
    private static final long ASSIGNMENT_BYTES_MAX = 64L << 20;
    private static final int GIANTS_MAX = 8;
    private static final int FINISHING_MAX = 2048;
    private static final int FILES_AHEAD_MIN = 4096;

    private final FetchState state;
    private final BlockSource source;
    private @Nullable RequestWindow window;
    private @Nullable Planner planner;
    private @Nullable SourceLimits limits;
    private boolean wantsMoreTold;
    private int filesMax = Integer.MAX_VALUE;

    SourceSet(FetchState state) {
        this.state = state;
        this.source = state.parts.source();
    }

    boolean isOpen() {
        return window != null;
    }

    void opened() {
        SourceLimits agreed = source.limits();
        limits = agreed;
        window = new RequestWindow(agreed.outstandingBytesMax(), agreed.outstandingItemsMax());
        long assignment = Math.min(ASSIGNMENT_BYTES_MAX, agreed.outstandingBytesMax() / 8);
        planner = new Planner(new PlanLimits(
                agreed.blockBytes(),
                agreed.packableBytesMax(),
                SourceLimits.UNDIVIDED_BYTES_MAX,
                Math.max(assignment, agreed.blockBytes()),
                GIANTS_MAX,
                state.parts.destination().blockOrder() == BlockOrder.ASCENDING));
    }

    private Planner planner() {
        Planner open = planner;
        if (open == null) throw new IllegalStateException("the source is not open");
        return open;
    }

    private RequestWindow window() {
        RequestWindow open = window;
        if (open == null) throw new IllegalStateException("the source is not open");
        return open;
    }

    boolean isEncrypted() {
        SourceLimits agreed = limits;
        return agreed != null && agreed.encrypted();
    }

    int streams() {
        return source.streams();
    }

    /** Bytes of blocks that are not whole yet. */
    long bytesArriving() {
        return source.bytesArriving();
    }

    /** True when as much is outstanding as the limits allow. */
    boolean isFull() {
        return window != null && !window().mayAsk();
    }

    long blockBytes() {
        SourceLimits agreed = limits;
        return agreed == null ? 0 : agreed.blockBytes();
    }

    int requests() {
        return window == null ? 0 : window().outstandingItems();
    }

    long bytesOutstanding() {
        return window == null ? 0 : window().outstandingBytes();
    }

    /** Requests that are outstanding, as a share of those that the source takes. */
    double fullnessOfRequests() {
        SourceLimits agreed = limits;
        return agreed == null ? 0 : Math.min(1, (double) requests() / agreed.outstandingItemsMax());
    }

    /** Bytes that are outstanding, as a share of those that may be. */
    double fullnessOfWindow() {
        return window == null ? 0 : Math.min(1, (double) bytesOutstanding() / window().windowBytes());
    }

    /** Puts what is missing of the file into the plan; false if nothing is. */
    boolean plan(FileProgress file) {
        List<ByteRange> missing = file.attempt().missing(file.size());
        boolean isEmptyMissing = file.size() == 0 && file.attempt().isAbsent();
        if (missing.isEmpty() && !isEmptyMissing) return false;
        file.attempt().planned();
        if (file.stage() == FileStage.PLANNED) planner().add(file.id(), file.epoch(), file.size(), missing);
        else planner().addOpen(file.id(), file.epoch(), file.size(), missing); // no other file may have to end before
        return true;
    }

    /**
     * Asks for as much as fits.
     *
     * @param mayOpen whether the writer takes one more file now
     * @param onAsked hears each file that is not a piece of a pack before it is asked for
     */
    void pump(BooleanSupplier mayOpen, Consumer<FileProgress> onAsked) {
        if (window == null || !state.mayWant() || !window().mayAsk()) return;
        List<WantedFile> wanted = new ArrayList<>();
        while (window().hasRoomForItem() && finishing() < FINISHING_MAX) {
            Optional<Assignment> next = isRoomForFile() && mayOpen.getAsBoolean()
                    ? planner().next(roomBytes())
                    : planner().nextOfOpen(roomBytes());
            if (next.isEmpty()) break;
            FileProgress file = state.current(next.get().file(), next.get().epoch());
            if (file == null) throw new IllegalStateException(next.get() + " belongs to no file");
            wanted.add(wanted(file, next.get()));
            if (!next.get().packable()) onAsked.accept(file);
        }
        if (!wanted.isEmpty()) source.want(wanted);
    }

    /** 0 is no limit. */
    void limitFiles(int atOnce) {
        filesMax = atOnce == 0 ? Integer.MAX_VALUE : atOnce;
    }

    /** True if more could be asked for, were more files allowed at once. */
    boolean isHeldByFiles() {
        return window != null
                && filesUnderWay() >= filesMax
                && window().mayAsk()
                && planner().hasOnlyNew();
    }

    private int filesUnderWay() {
        return state.filesIn(FileStage.ACTIVE) + finishing();
    }

    private int finishing() {
        return state.filesIn(FileStage.COMPLETING) + state.filesIn(FileStage.FINISHING);
    }

    /** Else only what has begun is asked for: it needs nothing of files that have not. */
    private boolean isRoomForFile() {
        int atOnce = Math.min(filesMax, state.parts.runtime().filesAtOnce().share());
        return filesUnderWay() < atOnce;
    }

    private long roomBytes() {
        long room = window().roomBytes();
        return window().outstandingItems() == 0 ? Math.max(room, planner().bytesToAsk()) : room;
    }

    private WantedFile wanted(FileProgress file, Assignment next) {
        if (file.stage() == FileStage.PLANNED) state.move(file, FileStage.ACTIVE);
        file.asked(state.now());
        file.attempt().requested(next.ranges(), next.bytes());
        window().asked(next.bytes());
        return new WantedFile(
                file.id(),
                file.epoch(),
                file.entry().source(),
                file.version(),
                next.ranges(),
                next.packable(),
                file.copies());
    }

    /** Bytes of the current epoch came. */
    void arrived(FileProgress file, ByteRange range) {
        window().settled(file.attempt().arrived(range));
    }

    /** A request for the current epoch has ended. */
    void itemEnded(FileProgress file) {
        if (file.attempt().itemEnded()) window().itemEnded(); // else of requests that were given up
        if (!file.attempt().hasItemsOutstanding()) planner().answered(file.id());
    }

    /** No request of the file is left: what did not come is asked for again, before all else. True if there was any. */
    boolean giveBackMissing(FileProgress file) {
        List<ByteRange> missing = file.attempt().outstanding();
        boolean isEmptyMissing = file.size() == 0 && file.attempt().isAbsent();
        settle(file);
        if (file.attempt().isHeld()) return plan(file);
        if (missing.isEmpty() && !isEmptyMissing) return false;
        planner().returned(file.id(), file.epoch(), missing);
        return true;
    }

    /** Bytes were refused: they are asked for again. */
    void giveBack(FileProgress file, ByteRange range) {
        if (file.size() > 0) file.attempt().takeBack(range);
        if (file.attempt().isHeld()) return; // planned as a whole when its requests have ended
        planner().returned(file.id(), file.epoch(), file.size() > 0 ? List.of(range) : List.of());
    }

    /** Nothing more is asked for now; what is under way may come. */
    void hold(FileProgress file) {
        file.attempt().held();
        if (planner != null) planner().remove(file.id());
    }

    /** The attempt is over: nothing of it is waited for. */
    void forget(FileProgress file) {
        if (window == null) return;
        hold(file);
        settle(file);
        if (!file.attempt().hasItemsOutstanding()) return;
        source.cancel(file.id());
        while (file.attempt().hasItemsOutstanding()) itemEnded(file);
    }

    private void settle(FileProgress file) {
        window().settled(file.attempt().settle());
    }

    /** To be called about once a second. */
    void adapt() {
        if (window != null) window().adapt(state.rate.perSecond(state.now()));
    }

    /** More was added, so that it may be said again that more is wanted. */
    void added() {
        wantsMoreTold = false;
    }

    /** Says, once after each {@link #added}, that little is left to ask for. */
    void maybeWantMore(int chunksBeingOpened) {
        if (state.refusal() != null && !wantsMoreTold && chunksBeingOpened == 0) {
            wantsMoreTold = true;
            state.listener.onWantsMore(); // so that all of the job ends, and not only what is here
            return;
        }
        if (wantsMoreTold || chunksBeingOpened > 0 || window == null || !state.mayWant()) return;
        long bytesAhead = Math.max(2 * window().windowBytes(), (long) (2 * state.rate.perSecond(state.now())));
        int undecided = state.filesIn(FileStage.PREPARING)
                + state.filesIn(FileStage.COMPARING)
                + state.filesIn(FileStage.RECOVERING)
                + state.filesIn(FileStage.RESUMING);
        if (planner().bytesToAsk() >= bytesAhead) return;
        if (planner().filesToAsk() + undecided >= FILES_AHEAD_MIN) return;
        wantsMoreTold = true;
        state.listener.onWantsMore();
    }

    String backlog() {
        if (window == null) return "the source is not open";
        return window().outstandingItems() + " requests for " + window().outstandingBytes() + " bytes outstanding, "
                + planner().filesToAsk() + " files and " + planner().bytesToAsk() + " bytes to request";
    }
}
