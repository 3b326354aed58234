package org.bdm.core.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;

/**
 * Takes over what earlier leases of a chunk left in the work area. Their process may be frozen and wake at any moment, so the order is:
 *
 * <ol>
 *   <li>rename every temporary file of the chunk to the own lease: from here on the former holder finds nothing that it could place. Unless it
 *       gave the chunk back, it may have the file open and write into it: then it is {@linkplain TemporaryName left}, and only copied from;
 *   <li>copy the records of the latest journal into a journal of the own: the former holder may still append to its file, which is
 *       no longer read;
 *   <li>force the area, then delete the earlier journals.
 * </ol>
 *
 * A death in between leaves the work to the next holder, who begins again with the first step. May block; one thread.
 */
final class ChunkTakeover {
    private static final int COPY_BYTES = 1 << 20;

    private final WorkArea area;
    private final JobId job;
    private final ChunkRight right;

    ChunkTakeover(WorkArea area, JobId job, ChunkRight right) {
        this.area = area;
        this.job = job;
        this.right = right;
    }

    /**
     * Does all steps; afterwards only the own lease has names.
     *
     * @throws org.bdm.core.fault.MoverException STALE_LEASE if a later lease has been here
     */
    void run() {
        if (isFirstLease()) return;
        TreeMap<Integer, String> journals = fence();
        String own = journals.remove(right.lease());
        if (own == null && !journals.isEmpty()) adopt(journals.lastEntry().getValue());
        area.force();
        journals.values().forEach(area::delete);
    }

    /**
     * The first step alone: what is placed already stays, nothing more can be.
     *
     * @return the journals of the chunk by lease
     */
    TreeMap<Integer, String> fence() {
        List<String> names = area.names();
        TreeMap<Integer, String> journals = new TreeMap<>();
        List<TemporaryName> left = new ArrayList<>();
        for (String name : names) {
            OptionalInt lease = JournalName.lease(name, right.chunk());
            lease.ifPresent(number -> journals.put(number, name));
            TemporaryName.parse(name)
                    .filter(temporary -> right.covers(temporary.file()))
                    .ifPresent(left::add);
        }
        refuseLater(journals, left);
        rename(left);
        return journals;
    }

    /** Nobody was here before, and nothing needs to be looked for. */
    private boolean isFirstLease() {
        return right.lease() <= 1;
    }

    private void refuseLater(TreeMap<Integer, String> journals, List<TemporaryName> left) {
        boolean isLater = !journals.tailMap(right.lease(), false).isEmpty()
                || left.stream().anyMatch(name -> name.lease() > right.lease());
        if (isLater) throw right.stale();
    }

    /** The latest of each attempt; an earlier one of the same attempt was made by a holder that had been overtaken already. */
    private void rename(List<TemporaryName> left) {
        left.sort(Comparator.comparingInt(TemporaryName::lease).reversed());
        Set<String> taken = new HashSet<>();
        for (TemporaryName name : left) {
            boolean isOwn = name.lease() == right.lease();
            boolean isLeft = name.isLeft() || (!isOwn && right.mayFormerLive());
            String own = name.under(right.lease(), isLeft).toString();
            if (!taken.add(own)) area.delete(name.toString());
            else if (!isOwn) area.rename(name.toString(), own);
        }
    }

    private void adopt(String former) {
        String own = JournalName.of(right.chunk(), right.lease());
        Optional<WritableFile> left = area.open(former);
        if (left.isEmpty()) return; // its holder has just ended, and deleted it
        try (WritableFile journal = left.get()) {
            if (!TransferJournal.hasHeader(journal, job, right.chunk())) {
                area.rename(former, own); // who opens it throws it away, and says so
                return;
            }
            JournalReplay replay = new JournalReplay();
            replay.read(journal);
            String unfinished = JournalName.unfinished(right.chunk(), right.lease());
            try (WritableFile copy = area.create(unfinished)) {
                copy(journal, copy, replay.positionEnd());
                copy.force();
            }
            area.rename(unfinished, own);
        }
    }

    private static void copy(WritableFile from, WritableFile to, long end) {
        ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
        for (long offset = 0; offset < end; ) {
            buffer.clear().limit((int) Math.min(COPY_BYTES, end - offset));
            from.read(offset, buffer);
            buffer.flip();
            int read = buffer.remaining();
            if (read == 0) return; // it was cut: the records behind are those of nobody
            to.write(offset, buffer);
            offset += read;
        }
    }
}
