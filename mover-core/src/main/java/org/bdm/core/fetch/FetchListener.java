package org.bdm.core.fetch;

import java.net.URI;
import java.util.List;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.FileOutcome;

/** Receives the events of a session. Calls come on the session's loop; they must not block. */
public interface FetchListener {
    /** The code of a note: a file could not become a second name of one that is held, and is transferred. */
    String NOT_LINKED = "NOT_LINKED";

    /** Files have ended, or wait. Several at once, in the order of their ends. */
    void onOutcomes(int chunk, List<FileOutcome> outcomes);

    /** The whole file from this copy alone has this digest, and not the expected one: worth remembering, so that it is not asked again. */
    default void onCopyTried(FileId file, URI copy, Checksum found) {}

    /** Told before the outcome of the file, which is FAILED with CHECKSUM_DISPUTED. */
    default void onDisputed(DisputedFile file) {}

    /** A number of streams, writers or hashers changes, with the reason in a sentence. */
    default void onAdapted(AdaptDecision decision) {}

    /** Tells something about the source or the destination: a code for programs, and a sentence. */
    default void onNote(String code, String sentence) {}

    /** Every file of the chunk has been told with a final state or WAITING. Its journal is kept until {@link FetchSession#forget}. */
    void onChunkEnded(int chunk);

    /** Little is left to ask for: add more chunks now. Said again only after an {@code add}. */
    void onWantsMore();

    /**
     * A person must act (space, quota, read-only, permission, credentials), or the first conflict is to stop the job (DESTINATION_EXISTS), or
     * the program is wrong (INTERNAL). Said once: the session has stopped wanting; stop it, and start anew when that was mended.
     */
    void onBlocked(MoverException reason);

    /** The source does not answer; the session has ended its attempts. Files that have not ended stay as they are. */
    void onSourceLost(MoverException reason);
}
