package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.job.run.NeededSpace.Needed;
import org.bdm.server.site.access.LocalExports;

/**
 * Looks whether the files of a job fit at their destination before they are asked for: a job that cannot fit pauses before its first byte,
 * and says how much is missing. Looks again while the listing grows. Only a job that does not fit at first sight costs a walk through its
 * files. Belongs to the job's thread, and blocks.
 */
final class DestinationRoom {
    private static final double WALK_AGAIN_AT = 1.25;

    private final DispatchParts parts;
    private final JobId job;
    private final JobsWithRoom room;
    private boolean isSettled;
    private long bytesSeen = -1;
    private long bytesWalked;

    DestinationRoom(DispatchParts parts, JobId job, JobsWithRoom room) {
        this.parts = parts;
        this.job = job;
        this.room = room;
    }

    static Optional<WritableStore> store(LocalExports exports, ExportName name) {
        return exports.all().stream()
                .filter(export -> export.name().equals(name) && export.isWritable())
                .map(LocalExports.Export::store)
                .filter(WritableStore.class::isInstance)
                .map(WritableStore.class::cast)
                .findFirst();
    }

    /**
     * Returns if the files may be asked for, as far as is known now.
     *
     * @param mayGoOn asked now and then, when it takes long
     * @throws MoverException NO_SPACE
     */
    void require(BooleanSupplier mayGoOn) {
        if (isSettled) return;
        Job now = parts.catalog().jobs().find(job).orElse(null);
        if (now == null) return;
        JobCounts counts = parts.catalog().jobs().counts(job); // after the job: a complete listing grows no more
        long listed = counts.total().bytes();
        if (listed > bytesSeen || now.listingComplete()) look(now, counts, mayGoOn);
        bytesSeen = listed;
        isSettled = now.listingComplete();
        room.fits(job);
    }

    private void look(Job now, JobCounts counts, BooleanSupplier mayGoOn) {
        List<Job> before = room.before(job).stream()
                .flatMap(id -> parts.catalog().jobs().find(id).stream())
                .toList();
        long atMost = open(counts);
        for (Job other : before) {
            atMost = ByteTotal.plus(atMost, open(parts.catalog().jobs().counts(other.id())));
        }
        if (fitsEverywhere(now, atMost)) return;
        long listed = counts.total().bytes();
        if (!now.listingComplete() && listed < bytesWalked * WALK_AGAIN_AT) return;
        bytesWalked = listed;
        walk(now, before, mayGoOn);
    }

    private static long open(JobCounts counts) {
        return counts.in(FileState.PENDING).bytes()
                + counts.in(FileState.WAITING).bytes();
    }

    private boolean fitsEverywhere(Job now, long bytes) {
        String destination = now.request().destination();
        List<WritableStore> stores = destination == null
                ? parts.exports().all().stream()
                        .flatMap(export -> store(parts.exports(), export.name()).stream())
                        .toList()
                : store(parts.exports(), Endpoint.parse(destination).export()).stream()
                        .toList();
        return stores.stream().allMatch(store -> store.freeBytes() >= bytes);
    }

    private void walk(Job now, List<Job> before, BooleanSupplier mayGoOn) {
        Map<Long, Long> free = new HashMap<>();
        Map<Long, Needed> promised = new HashMap<>();
        for (Job other : before) {
            Optional<Map<Long, Needed>> needed = new NeededSpace(parts, other, free).byDevice(mayGoOn);
            if (needed.isEmpty()) return;
            needed.get().forEach((device, more) -> promised.merge(device, more, Needed::plus));
        }
        Optional<Map<Long, Needed>> needed = new NeededSpace(parts, now, free).byDevice(mayGoOn);
        if (needed.isEmpty()) return;
        List<String> missing = new ArrayList<>();
        needed.get().forEach((device, own) -> {
            Needed others = promised.get(device);
            long kept = others == null ? 0 : others.bytes();
            long left = Math.max(0, free.getOrDefault(device, 0L) - kept);
            if (own.bytes() > left) missing.add(sentence(own, left, kept, before));
        });
        if (!missing.isEmpty()) throw new MoverException(ErrorCode.NO_SPACE, String.join("; ", missing));
    }

    private static String sentence(Needed own, long left, long kept, List<Job> before) {
        String text = "the files do not fit into export '" + own.export() + "': at least " + own.bytes()
                + " bytes are needed, " + left + " are free, " + (own.bytes() - left) + " are missing";
        if (kept == 0) return text;
        String jobs = before.stream().map(other -> other.id().toString()).collect(Collectors.joining(", "));
        return text + "; " + kept + " more are free and needed by " + jobs;
    }
}
