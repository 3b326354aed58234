package org.bdm.server.job.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.job.space.NeededSpace.Needed;
import org.bdm.server.job.space.PromisedRoom.Promise;

/**
 * Looks whether the files of a job fit at their destination before they are asked for, by bytes and by inodes: a job that cannot fit pauses
 * or trickles before its first byte, and says how much is missing. Looks again while the listing grows. Only a job that does not fit at first
 * sight costs a walk through its files. Belongs to the job's thread, and blocks.
 */
public final class DestinationRoom {
    private static final double WALK_AGAIN_AT = 1.25;

    private final SpaceParts parts;
    private final JobId job;
    private final PromisedRoom promised;
    private boolean isSettled;
    private boolean isNoted;
    private long filesSeen = -1;
    private long filesWalked;
    private long bytesWalked;

    /** Of a job. */
    public DestinationRoom(SpaceParts parts, JobId job) {
        this.parts = parts;
        this.job = job;
        this.promised = new PromisedRoom(parts, job);
    }

    /** Has the next {@link #require} look at everything once more. */
    public void lookAgain() {
        isSettled = false;
        filesSeen = -1;
        filesWalked = 0;
        bytesWalked = 0;
    }

    /**
     * Returns if the files may be asked for, as far as is known now.
     *
     * @param mayGoOn asked now and then, when it takes long
     * @throws MoverException NO_SPACE
     */
    public void require(BooleanSupplier mayGoOn) {
        if (isSettled) return;
        Job now = parts.catalog().jobs().find(job).orElse(null);
        if (now == null) return;
        JobCounts counts = parts.catalog().jobs().counts(job); // after the job: a complete listing grows no more
        long listed = counts.total().files();
        if (listed > filesSeen || now.listingComplete()) look(now, counts, mayGoOn);
        filesSeen = listed;
        isSettled = now.listingComplete();
        if (!isNoted) Durable.await(parts.catalog().jobs().noteRoom(job));
        isNoted = true;
    }

    private void look(Job now, JobCounts counts, BooleanSupplier mayGoOn) {
        Promise others = promised.atMost();
        long bytes = counts.in(FileState.PENDING).bytes()
                + counts.in(FileState.WAITING).bytes();
        if (fitsEverywhere(now, ByteTotal.plus(bytes, others.bytes()), counts.open() + others.files())) return;
        boolean hasGrown = counts.total().bytes() >= bytesWalked * WALK_AGAIN_AT
                || counts.total().files() >= filesWalked * WALK_AGAIN_AT;
        if (!now.listingComplete() && !hasGrown) return;
        bytesWalked = counts.total().bytes();
        filesWalked = counts.total().files();
        walk(now, mayGoOn);
    }

    private boolean fitsEverywhere(Job now, long bytes, long files) {
        String destination = now.request().destination();
        List<ReceivingStore> stores = destination == null
                ? parts.exports().all().stream()
                        .flatMap(export -> PromisedRoom.store(parts.exports(), export.name()).stream())
                        .toList()
                : PromisedRoom.store(
                                parts.exports(), Endpoint.parse(destination).export())
                        .stream()
                        .toList();
        return stores.stream().allMatch(store -> {
            Room room = store.roomAt(StorePath.ROOT);
            return room.freeBytes() >= bytes && room.hasInodesFor(files);
        });
    }

    private void walk(Job now, BooleanSupplier mayGoOn) {
        Map<Long, Room> rooms = new HashMap<>();
        Optional<Map<Long, Promise>> others = promised.byDevice(rooms, mayGoOn);
        if (others.isEmpty()) return;
        Optional<Map<Long, Needed>> needed = new NeededSpace(parts, now, rooms).byDevice(mayGoOn);
        if (needed.isEmpty()) return;
        List<String> missing = new ArrayList<>();
        needed.get().forEach((device, own) -> {
            Room room = rooms.get(device);
            Promise kept = others.get().getOrDefault(device, Promise.NONE);
            if (room != null) missing.addAll(missing(own, room, kept));
        });
        if (!missing.isEmpty()) throw new MoverException(ErrorCode.NO_SPACE, String.join("; ", missing));
    }

    private static List<String> missing(Needed own, Room room, Promise kept) {
        List<String> missing = new ArrayList<>();
        long bytesLeft = Math.max(0, room.freeBytes() - kept.bytes());
        if (own.bytes() > bytesLeft) {
            missing.add("the files do not fit into export '" + own.export() + "': at least " + own.bytes()
                    + " bytes are needed, " + room.freeBytes() + " are free" + promised(kept.bytes(), kept) + ", "
                    + (own.bytes() - bytesLeft) + " are missing");
        }
        long inodesLeft = Math.max(0, room.freeInodes() - kept.files());
        if (room.inodes() > 0 && own.files() > inodesLeft) {
            missing.add("the files do not fit into export '" + own.export() + "': at least " + own.files()
                    + " inodes are needed, " + room.freeInodes() + " are free" + promised(kept.files(), kept) + ", "
                    + (own.files() - inodesLeft) + " are missing");
        }
        return missing;
    }

    private static String promised(long number, Promise kept) {
        return number == 0 ? "" : ", " + number + " of them promised to " + kept.shown();
    }
}
