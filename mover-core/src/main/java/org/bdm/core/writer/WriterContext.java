package org.bdm.core.writer;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Context shared by all writer threads of one {@link DiskBlockWriter}.
 *
 * @param timer only posts
 * @param syncThreads force and mark; at most one run per file waits here
 * @param checkThreads read back what is resumed, and copy what is right of damaged files; at most one run per file waits here
 * @param closing true once the writer is being closed: long copies end early
 */
record WriterContext(
        WorkArea area,
        MarkPolicy marks,
        DurabilityListener listener,
        ScheduledExecutorService timer,
        ExecutorService syncThreads,
        ExecutorService checkThreads,
        Discipline discipline,
        AtomicBoolean closing) {
    private static final Logger LOG = LoggerFactory.getLogger(WriterContext.class);

    /** Makes the temporary file of a new epoch with its whole size, all of it a hole, and records it. */
    WritableFile create(FileToWrite asked, Epoch epoch) {
        if (epoch.number() > 1) {
            Epoch before = new Epoch(epoch.number() - 1);
            area.delete(asked.journal().temporaryName(asked.file(), before));
            if (asked.journal().right().mayFormerLive())
                area.delete(asked.journal().leftName(asked.file(), before));
        }
        WritableFile temporary = area.create(asked.journal().temporaryName(asked.file(), epoch), asked.destination());
        try {
            if (asked.source().size() > 0) temporary.resize(asked.source().size());
            asked.journal()
                    .append(new JournalRecord.FileOpened(asked.file(), epoch, temporary.inode(), asked.source()));
            return temporary;
        } catch (RuntimeException e) {
            dispose(temporary);
            throw e;
        }
    }

    /** Closes and deletes. Where that fails a leftover stays, which goes with the work area: what led here matters more. */
    void dispose(IncomingFile temporary) {
        try {
            temporary.close();
            area.delete(temporary.name());
        } catch (MoverException e) {
            LOG.info("{} stays in the work area: {}", temporary.name(), e.detail());
        }
    }

    /** The two rules on which everything rests. */
    record Discipline(BlockCheck check, MarkOrder markOrder) {
        /** The true ones. */
        static final Discipline TRUE = new Discipline(BlockCheck.CRC32C, MarkOrder.SYNC_THEN_MARK);
    }
}
