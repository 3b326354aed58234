package org.bdm.core.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what to ask for next. What was lost or refused comes first; else files go in the order of their numbers, in two lanes that
 * share the line: small files, asked for whole, and all others, asked for in pieces. Owner only; pure.
 *
 * <p>Why two lanes: a file of 91 GB asked for in one go would hold up every small file behind it, and a million small files would hold up
 * the big one. Each lane pays for what it takes, a small file at least {@value #SMALL_FILE_COST_BYTES} bytes because making, forcing and
 * placing it costs about as much as writing that much; the lane that has paid less is served next.
 */
public final class Planner {
    static final long SMALL_FILE_COST_BYTES = 64 * 1024;

    private final PlanLimits limits;
    private final Map<FileId, PlannedFile> files = new HashMap<>();
    private final TreeMap<Long, PlannedFile> again = new TreeMap<>();
    private final TreeMap<Long, PlannedFile> small = new TreeMap<>();
    private final TreeMap<Long, PlannedFile> medium = new TreeMap<>();
    private final TreeMap<Long, PlannedFile> giants = new TreeMap<>();
    private final TreeMap<Long, PlannedFile> open = new TreeMap<>(); // asked for in part
    private final Set<FileId> awaited = new HashSet<>(); // with a request that has to be answered before the next
    private final Set<FileId> giantsUnderWay = new HashSet<>();
    private long bytesToAsk;
    private long paidBySmall;
    private long paidByOthers;

    /** A planner without files. */
    public Planner(PlanLimits limits) {
        this.limits = limits;
    }

    /**
     * Adds a file, or a new attempt at one.
     *
     * @param sizeBytes size of the whole file
     * @param missing what of {@code [0, sizeBytes)} has to be asked for; not empty unless the size is 0
     */
    public void add(FileId file, Epoch epoch, long sizeBytes, List<ByteRange> missing) {
        PlannedFile planned = added(file, epoch, sizeBytes, missing);
        laneOf(planned).put(file.number(), planned);
    }

    /** As {@link #add}, of an attempt for which something was asked before: it goes on like a file that was asked for in part. */
    public void addOpen(FileId file, Epoch epoch, long sizeBytes, List<ByteRange> missing) {
        open.put(file.number(), added(file, epoch, sizeBytes, missing));
    }

    private PlannedFile added(FileId file, Epoch epoch, long sizeBytes, List<ByteRange> missing) {
        remove(file);
        PlannedFile planned = new PlannedFile(file, epoch, sizeBytes, missing, limits);
        if (!planned.hasUnasked()) throw new IllegalArgumentException("nothing of " + file + " has to be requested");
        files.put(file, planned);
        bytesToAsk += planned.bytesToAsk();
        return planned;
    }

    /** Ranges that were asked for and did not come, or were refused: they are asked for before anything else. */
    public void returned(FileId file, Epoch epoch, List<ByteRange> ranges) {
        PlannedFile planned = files.get(file);
        if (planned == null || !planned.epoch().equals(epoch)) return; // of an attempt that was given up
        bytesToAsk -= planned.bytesToAsk();
        planned.giveBack(ranges);
        bytesToAsk += planned.bytesToAsk();
        if (planned.hasReturned() && !awaited.contains(file)) again.put(file.number(), planned);
        if (!planned.hasUnasked()) leaveLane(planned);
    }

    /** Nothing is outstanding of the file: where only one request may be, the next one can be made. */
    public void answered(FileId file) {
        PlannedFile planned = files.get(file);
        if (!awaited.remove(file) || planned == null) return;
        if (planned.hasReturned()) again.put(file.number(), planned);
        if (planned.hasUnasked()) open.put(file.number(), planned);
    }

    /** The file has ended, waits, or is begun anew: nothing of it is asked for any more. */
    public void remove(FileId file) {
        PlannedFile planned = files.remove(file);
        awaited.remove(file);
        giantsUnderWay.remove(file);
        if (planned == null) return;
        bytesToAsk -= planned.bytesToAsk();
        again.remove(file.number());
        leaveLane(planned);
    }

    private void leaveLane(PlannedFile planned) {
        laneOf(planned).remove(planned.file().number());
        open.remove(planned.file().number());
    }

    /**
     * Returns the next request and counts it as made.
     *
     * @param bytesMax most bytes; pieces of a file are at least one block all the same
     * @return empty if nothing is left, or nothing that fits
     */
    public Optional<Assignment> next(long bytesMax) {
        return taken(choose(), bytesMax);
    }

    /** As {@link #next}, of files of which something was asked for before. */
    public Optional<Assignment> nextOfOpen(long bytesMax) {
        return taken(again.isEmpty() ? first(open) : first(again), bytesMax);
    }

    /** True if {@link #nextOfOpen} has nothing, and {@link #next} has something. */
    public boolean hasOnlyNew() {
        return again.isEmpty() && open.isEmpty() && filesToAsk() > 0;
    }

    private static @Nullable PlannedFile first(TreeMap<Long, PlannedFile> of) {
        return of.isEmpty() ? null : of.firstEntry().getValue();
    }

    private Optional<Assignment> taken(@Nullable PlannedFile planned, long bytesMax) {
        if (planned == null || planned.bytesNeeded(limits) > bytesMax) return Optional.empty();
        Assignment assignment = planned.take(bytesMax, limits);
        bytesToAsk -= assignment.bytes();
        if (planned.lane() == PlannedFile.Lane.SMALL) {
            paidBySmall += Math.max(SMALL_FILE_COST_BYTES, assignment.bytes());
        } else {
            paidByOthers += assignment.bytes();
        }
        if (planned.lane() == PlannedFile.Lane.GIANT) giantsUnderWay.add(planned.file());
        leaveLane(planned);
        if (limits.oneAtATime()) awaited.add(planned.file());
        if (limits.oneAtATime() || !planned.hasReturned())
            again.remove(planned.file().number());
        if (!limits.oneAtATime() && planned.hasUnasked())
            open.put(planned.file().number(), planned);
        return Optional.of(assignment);
    }

    private @Nullable PlannedFile choose() {
        if (!again.isEmpty()) return first(again);
        PlannedFile nextSmall = first(small);
        PlannedFile nextOther = firstOfOthers();
        if (nextSmall == null) {
            paidBySmall = Math.max(paidBySmall, paidByOthers); // a lane that had nothing to ask saves nothing up
            return nextOther;
        }
        if (nextOther == null) {
            paidByOthers = Math.max(paidBySmall, paidByOthers);
            return nextSmall;
        }
        return paidBySmall <= paidByOthers ? nextSmall : nextOther;
    }

    private @Nullable PlannedFile firstOfOthers() {
        if (!open.isEmpty()) return first(open);
        boolean mayOpen = giantsUnderWay.size() < limits.openGiantsMax();
        Map.Entry<Long, PlannedFile> giant = mayOpen ? giants.firstEntry() : null;
        Map.Entry<Long, PlannedFile> middle = medium.firstEntry();
        if (giant == null) return middle == null ? null : middle.getValue();
        if (middle == null) return giant.getValue();
        return giant.getKey() < middle.getKey() ? giant.getValue() : middle.getValue();
    }

    private TreeMap<Long, PlannedFile> laneOf(PlannedFile planned) {
        return switch (planned.lane()) {
            case SMALL -> small;
            case MEDIUM -> medium;
            case GIANT -> giants;
        };
    }

    /** Bytes that have still to be asked for. */
    public long bytesToAsk() {
        return bytesToAsk;
    }

    /** Files of which nothing has been asked for yet, or something has to be asked for again. */
    public int filesToAsk() {
        return again.size() + small.size() + medium.size() + giants.size() + open.size();
    }
}
