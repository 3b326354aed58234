package org.bdm.core.source;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.Scitag;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;

/**
 * One copy of the files of a job: one export of one site, opened for one session. Any thread; nothing blocks. Stages complete on threads of
 * the source, exceptionally with {@link org.bdm.core.fault.MoverException} only.
 */
public interface BlockSource extends AutoCloseable {
    /** Returns how much this source accepts at once; known once {@link #open} has completed. */
    SourceLimits limits();

    /** Connects. {@code listener} hears blocks and the loss of the source. Completes when wants may be made. */
    CompletionStage<Void> open(SourceListener listener);

    /** Status of one path; empty if nothing is there. */
    CompletionStage<Optional<DirectoryEntry>> status(StorePath path);

    /**
     * Status of a file of the session. A source that asks data nodes takes the status of the copy that answers first in its ranking; where
     * that is consistent with {@code expected} (the same size, and the same validators if {@code expected} holds any) it answers with exactly
     * that version.
     *
     * @param expected version as it was listed, or learnt since
     * @param copies as in {@link WantedFile}
     */
    default CompletionStage<Optional<DirectoryEntry>> statusOf(
            FileId file, StorePath path, FileVersion expected, List<Copy> copies) {
        return status(path);
    }

    /** A page of a directory in ascending order of names. */
    CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax);

    /** Digest of a whole file, computed at the source; fails with SOURCE_CHANGED if it is not the expected version. */
    CompletionStage<Checksum> digest(FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm);

    /**
     * Asks for ranges in this order. What arrives is told to the listener; each item ends with exactly one
     * {@link SourceListener#onItemEnded}, {@link SourceListener#onItemFailed}, or, if its stream is lost, {@link SourceListener#onItemLost}.
     */
    void want(List<WantedFile> files);

    /**
     * The whole file came in this epoch, every block of it unharmed, and yet its digest is not the expected one. Does not block. What the
     * source answers is done: after {@code Again} the file is wanted whole in a new epoch.
     *
     * @param triesBefore how often this was said of the file before, in this session
     */
    default DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        return triesBefore == 0
                ? new DigestVerdict.Again(Optional.empty())
                : new DigestVerdict.Wrong(
                        Optional.empty(),
                        "it arrived twice with a digest other than " + expected + ", last with " + found);
    }

    /**
     * After a want failed: false if what came of this attempt cannot be used, because nothing tells whether the rest belongs to the same
     * content. Then the file is wanted whole in a new epoch. Does not block.
     */
    default boolean mayGoOn(FileId file) {
        return true;
    }

    /** After a want failed with BEING_STAGED: how long the source asks to wait before the file is wanted again; zero if it does not say. Does not block. */
    default Duration stagedFor(FileId file) {
        return Duration.ZERO;
    }

    /** From where the bytes of this attempt came, as far as a source with several places knows; empty for one that is one place itself. */
    default List<Origin> originsOf(FileId file, Epoch epoch) {
        return List.of();
    }

    /** The file is no longer wanted; blocks under way may still arrive. */
    void cancel(FileId file);

    /** At most so many payload bytes a second over all streams; 0 is no limit. */
    void limitRate(long bytesPerSecondMax);

    /** Streams that are open now. */
    int streams();

    /** Bytes that are here of blocks that are not whole: the listener has not heard of them, and they may be lost with their stream. */
    default long bytesArriving() {
        return 0;
    }

    /** Returns what the source told of its work in the last seconds; empty for one that tells nothing, or told nothing lately. */
    default Optional<SourceLoad> load() {
        return Optional.empty();
    }

    /** Numbers within which a session may adapt the number of streams; a person may ask for others. */
    default StreamRange streamRange() {
        return StreamRange.FIXED;
    }

    /**
     * From now on so many streams, or the nearest number that the source can open. Those that are too many get no new requests, and are
     * parked or closed when what was asked on them has come. A source that cannot change the number ignores it.
     */
    default void useStreams(int streams) {}

    /** Returns the most readers of one stream that the source can use, known once it is open; 1 of a source whose number cannot be changed. */
    default int readersMost() {
        return 1;
    }

    /**
     * From now on so many readers for each stream, or the nearest number that the source has: so many blocks, and so many packs of small files,
     * are read at once. A source that cannot change the number ignores it.
     */
    default void useReaders(int readers) {}

    /**
     * Sets the class of the packets of its streams from now on: at this end, and at the other end if that can do it. A source without
     * streams to a site ignores it.
     *
     * @param onOneSided runs for each stream whose other end cannot set the class; must not block
     */
    default void useDscp(Dscp dscp, Runnable onOneSided) {}

    /** Tells networks of its streams from now on, as of a job with this tag. A source without streams to a site ignores it. */
    default void useScitag(Scitag scitag) {}

    /** Closes the streams; items that have not ended are told as lost. */
    @Override
    void close();
}
