package org.bdm.core.destination;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.Room;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;

/**
 * The place where one job puts its files, for one session at a time.
 *
 * <pre>
 *   what a session needs      here
 *   ------------------------  ----------------------------------------------------------------------------
 *   say the room              {@link #roomAt}
 *   list what is there        {@link #there}
 *   resume                    {@link #journal}, then {@link BlockWriter#resume}
 *   begin, write              {@link #writer}: {@link BlockWriter#open}, {@link BlockWriter#write}
 *   prove what is durable     {@link BlockWriter#sync}, {@link DurabilityListener#onDurable}; {@link #prove}
 *   finish, once and whole    {@link #finisher}: {@link FileFinisher#finish}
 *   discard                   {@link #discard}, {@link #discardAll}, {@link #startAgain}
 * </pre>
 *
 * The promises are those of the parts: what is told as durable survives the power; a file has its final name only when all of its bytes are
 * there, verified and durable, and under a name that nobody had unless the job replaces; what is discarded is gone. The size of a file is known
 * before its first byte: who lists it asks for it. Unless a method says otherwise it may block, and must not be called on an event loop. Errors
 * are {@link org.bdm.core.fault.MoverException}.
 */
public interface Destination {
    /** Returns the order in which files take their bytes. Does not block; never changes. */
    BlockOrder blockOrder();

    /** Returns what is there: its statuses, listings and bytes. Does not block; what it returns does. */
    Store there();

    /** Returns the room for files of this directory. */
    Room roomAt(StorePath directory);

    /**
     * Opens the journal of a chunk, with what earlier runs left: their processes can place nothing more. The caller closes it.
     *
     * @throws org.bdm.core.fault.MoverException STALE_LEASE if a later lease has been here; SYNC_FAILED if what was read cannot be made durable
     */
    TransferJournal journal(ChunkRight right);

    /** Throws the journal of a chunk away, and what is unfinished of its files. What has its final name stays. */
    void startAgain(ChunkRight right, Collection<FileId> files);

    /** Makes the writer of a session, which the caller closes. */
    BlockWriter writer(DurabilityListener listener);

    /** Makes the finisher of a session, which the caller closes. */
    FileFinisher finisher(FinishListener listener);

    /** Discards what an earlier run left of a file that nobody has open; nothing happens if nothing is left. */
    void discard(TransferJournal journal, FileId file, Epoch epoch);

    /** Closes and discards a file that did not get its final name. */
    void discard(IncomingFile file);

    /**
     * Closes a file that is not to get its final name, and keeps it aside, durably, until a person decides.
     *
     * @param mode permission bits
     * @return the name under which it is kept
     * @throws org.bdm.core.fault.MoverException UNSUPPORTED where nothing can be kept aside
     */
    String keepAside(IncomingFile file, Instant modified, int mode);

    /** Takes away a directory in which no file is, at any depth, for a file that is to have its place; true if nothing is there any more. */
    boolean clearDirectory(StorePath directory);

    /**
     * Waits until entries that are there are durable, whoever made them.
     *
     * @throws org.bdm.core.fault.MoverException SYNC_FAILED, SOURCE_NOT_FOUND and the like: then nothing is known of any of them
     */
    void prove(List<StorePath> entries);

    /** Discards everything of the job that has no final name, journals included. No session of it may run. */
    void discardAll();
}
