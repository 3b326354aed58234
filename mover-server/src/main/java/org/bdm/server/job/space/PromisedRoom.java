package org.bdm.server.job.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.site.access.LocalExports;

/**
 * The room that jobs still need whose files were found to fit before those of one job, on whatever node they run. It goes by what the catalog
 * counts of each job, less what is written of files that have not ended; only the files of a job that goes to several exports are looked at
 * one by one. Belongs to the job's thread, and blocks.
 */
public final class PromisedRoom {
    private static final int JOBS_SHOWN = 5;

    private final SpaceParts parts;
    private final JobId job;

    /** Promised to others than a job. */
    public PromisedRoom(SpaceParts parts, JobId job) {
        this.parts = parts;
        this.job = job;
    }

    /** Needed by other jobs on one file system. */
    public record Promise(long bytes, long files, List<JobId> jobs) {
        public static final Promise NONE = new Promise(0, 0, List.of());

        Promise plus(Promise other) {
            List<JobId> both = new ArrayList<>(jobs);
            both.addAll(other.jobs);
            return new Promise(ByteTotal.plus(bytes, other.bytes), files + other.files, both);
        }

        /** Names the jobs. */
        public String shown() {
            String some = jobs.stream().limit(JOBS_SHOWN).map(JobId::toString).collect(Collectors.joining(", "));
            return jobs.size() <= JOBS_SHOWN ? some : some + " and " + (jobs.size() - JOBS_SHOWN) + " more jobs";
        }
    }

    static Optional<ReceivingStore> store(LocalExports exports, ExportName name) {
        return exports.all().stream()
                .filter(export -> export.name().equals(name) && export.isWritable())
                .map(LocalExports.Export::store)
                .filter(ReceivingStore.class::isInstance)
                .map(ReceivingStore.class::cast)
                .findFirst();
    }

    /** The sum over all file systems: no more than that is promised on any. */
    Promise atMost() {
        Promise sum = Promise.NONE;
        for (JobId other : parts.catalog().jobs().withRoomBefore(job)) sum = sum.plus(open(other));
        return sum;
    }

    /**
     * By file system; empty if it was broken off.
     *
     * @param rooms gets the room of each file system that it does not know yet, before anything is counted: what is written meanwhile is then
     *     counted too little, never twice
     * @param mayGoOn asked now and then
     */
    public Optional<Map<Long, Promise>> byDevice(Map<Long, Room> rooms, BooleanSupplier mayGoOn) {
        Map<Long, Promise> promised = new HashMap<>();
        for (JobId other : parts.catalog().jobs().withRoomBefore(job)) {
            Optional<Job> found = parts.catalog().jobs().find(other);
            if (found.isEmpty()) continue;
            List<String> exports = parts.catalog().jobs().exportsOf(other);
            if (exports.size() == 1) {
                room(found.get(), new ExportName(exports.get(0))).ifPresent(room -> {
                    rooms.putIfAbsent(room.device(), room);
                    promised.merge(room.device(), open(other), Promise::plus);
                });
                continue;
            }
            Optional<Map<Long, NeededSpace.Needed>> needed =
                    new NeededSpace(parts, found.get(), rooms).byDevice(mayGoOn);
            if (needed.isEmpty()) return Optional.empty();
            needed.get()
                    .forEach((device, more) -> promised.merge(
                            device, new Promise(more.bytes(), more.files(), List.of(other)), Promise::plus));
        }
        return Optional.of(promised);
    }

    private Promise open(JobId other) {
        JobCounts counts = parts.catalog().jobs().counts(other);
        long bytes = counts.in(FileState.PENDING).bytes()
                + counts.in(FileState.WAITING).bytes();
        long written = parts.live().of(other).bytes().durable();
        return new Promise(Math.max(0, bytes - written), counts.open(), List.of(other));
    }

    /** The room that the job writes into; empty for an export that is not at this node. */
    private Optional<Room> room(Job other, ExportName export) {
        Optional<ReceivingStore> store = store(parts.exports(), export);
        if (store.isEmpty()) return Optional.empty();
        String destination = other.request().destination();
        StorePath path = destination == null
                ? StorePath.ROOT
                : Endpoint.parse(destination).path();
        try {
            return Optional.of(store.get().roomAt(path));
        } catch (MoverException e) {
            return Optional.of(store.get().roomAt(StorePath.ROOT)); // a single file, or what is no directory
        }
    }
}
