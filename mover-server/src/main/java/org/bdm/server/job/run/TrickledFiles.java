package org.bdm.server.job.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.store.Room;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.job.space.NeededSpace;
import org.bdm.server.job.space.NeededSpace.OfFile;
import org.bdm.server.job.space.PromisedRoom;
import org.bdm.server.job.space.PromisedRoom.Promise;

/**
 * Lets single files pass of a job that does not fit as a whole: each as long as a reserve stays free beside it, beside what is promised to
 * other jobs, and beside the files of this job that are under way here. The others wait, and cost no attempt. Nothing more is leased for a
 * while when many had to wait, so that a full disk costs few chunks now and then. Belongs to the job's thread.
 */
final class TrickledFiles {
    /** Room for what is not counted: directories, journals, and what others write. */
    static final long RESERVE_BYTES = 1L << 30;

    static final long RESERVE_INODES = 1_000;
    static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(15);
    private static final int CHUNKS_WAITING_MAX = 100;
    private static final int FILES_WAITING_MAX = 1_000;

    private final DispatchParts parts;
    private final Job job;
    private final BooleanSupplier mayGoOn;
    private final List<HeldChunk> given = new ArrayList<>();
    private boolean isOn;
    private Instant waitingUntil = Instant.EPOCH;
    private int chunksWaiting;
    private int filesWaiting;

    /**
     * Off at first: every file passes.
     *
     * @param mayGoOn asked now and then, when it takes long
     */
    TrickledFiles(DispatchParts parts, Job job, BooleanSupplier mayGoOn) {
        this.parts = parts;
        this.job = job;
        this.mayGoOn = mayGoOn;
    }

    /** From now on files pass one by one. */
    void begin() {
        isOn = true;
    }

    /** All files fit, or none is looked at any more. */
    void end() {
        isOn = false;
        waitingUntil = Instant.EPOCH;
    }

    boolean isOn() {
        return isOn;
    }

    /** True if files had to wait a moment ago. */
    boolean areWaiting() {
        return isOn && parts.clock().instant().isBefore(waitingUntil);
    }

    /** True if so many had to wait that no more are leased for a moment. */
    boolean isFull() {
        return areWaiting() && (chunksWaiting >= CHUNKS_WAITING_MAX || filesWaiting >= FILES_WAITING_MAX);
    }

    /** The room of one file system, less what others get. */
    private final class Left {
        private final Room room;
        private final Promise others;
        private final long underWay;
        private long bytes;
        private long files;

        Left(Room room, Promise others) {
            this.room = room;
            this.others = others;
            this.underWay = given.stream().mapToLong(HeldChunk::bytesOpen).reduce(0, ByteTotal::plus);
            this.bytes = room.freeBytes() - RESERVE_BYTES - others.bytes() - underWay;
            long filesUnderWay = given.stream().mapToLong(HeldChunk::filesOpen).sum();
            this.files = room.inodes() == 0
                    ? Long.MAX_VALUE
                    : room.freeInodes() - RESERVE_INODES - others.files() - filesUnderWay;
        }

        boolean takes(OfFile file) {
            boolean fits = (file.bytes() == 0 || file.bytes() <= bytes) && (file.files() == 0 || file.files() <= files);
            if (!fits) return false;
            bytes -= file.bytes();
            files -= file.files();
            return true;
        }

        FileTrouble trouble(OfFile file) {
            String promised =
                    others.bytes() == 0 ? "" : ", " + others.bytes() + " of them promised to " + others.shown();
            String text = "the file does not fit into export '" + file.export() + "' now: " + file.bytes()
                    + " bytes are needed, " + room.freeBytes() + " are free" + promised + ", " + underWay
                    + " are for files under way, and " + RESERVE_BYTES + " bytes and " + RESERVE_INODES
                    + " inodes stay free";
            return new FileTrouble(
                    ErrorCode.NO_SPACE, text, parts.clock().instant().plus(LOOK_AGAIN_AFTER));
        }
    }

    /** Says which files of a chunk have to wait; call it once for each chunk that a session gets. */
    Map<FileId, FileTrouble> withoutRoom(HeldChunk chunk, List<FileRow> rows) {
        given.removeIf(HeldChunk::isOver);
        Map<FileId, FileTrouble> waiting = isOn ? lookAt(rows) : Map.of();
        given.add(chunk);
        if (!waiting.isEmpty()) count(waiting.size());
        return waiting;
    }

    private void count(int files) {
        boolean isFirst = !areWaiting();
        chunksWaiting = isFirst ? 1 : chunksWaiting + 1;
        filesWaiting = isFirst ? files : filesWaiting + files;
        waitingUntil = parts.clock().instant().plus(LOOK_AGAIN_AFTER);
    }

    private Map<FileId, FileTrouble> lookAt(List<FileRow> rows) {
        Map<Long, Room> rooms = new HashMap<>();
        Map<Long, Promise> others = new PromisedRoom(parts.space(), job.id())
                .byDevice(rooms, mayGoOn)
                .orElse(Map.of());
        NeededSpace space = new NeededSpace(parts.space(), job, rooms);
        Map<Long, Left> left = new HashMap<>();
        Map<FileId, FileTrouble> waiting = new HashMap<>();
        for (FileRow row : space.needed(rows)) {
            OfFile file = space.needed(row).orElse(null);
            Room room = file == null ? null : rooms.get(file.device());
            if (file == null || room == null) continue;
            Left there = left.computeIfAbsent(
                    file.device(), device -> new Left(room, others.getOrDefault(device, Promise.NONE)));
            if (!there.takes(file)) waiting.put(row.id(), there.trouble(file));
        }
        return waiting;
    }
}
