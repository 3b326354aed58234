package org.bdm.core.destination.object;

import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.writer.FileToWrite;
import org.jspecify.annotations.Nullable;

/**
 * The upload that a file continues or begins.
 *
 * @param upload null for a file that is put as a whole
 * @param isResumed whether an earlier run began it
 */
record ObjectBeginning(Uploads.@Nullable Begun upload, boolean isResumed) {
    /** Without an upload. */
    static final ObjectBeginning WHOLE = new ObjectBeginning(null, false);

    /** Finds the upload of an earlier run, or begins one; blocks. One that its former holder may still send to is never used again. */
    static ObjectBeginning of(ObjectParts at, ArrivingObject file, @Nullable FileHistory history) {
        FileToWrite asked = file.asked();
        long size = asked.source().size();
        boolean mayResume = history != null && !asked.journal().right().mayFormerLive();
        if (mayResume) {
            Optional<Uploads.Begun> left = at.uploads().find(asked.file(), file.key(), size, file.partBytes());
            if (left.isPresent()) return new ObjectBeginning(left.get(), true);
        }
        return new ObjectBeginning(
                at.uploads().begin(asked.file(), file.key(), size, file.partBytes(), ObjectMetadata.of(asked)), false);
    }

    Epoch epoch(FileToWrite asked, @Nullable FileHistory history) {
        if (history == null) return asked.epoch();
        return isResumed ? history.epoch() : new Epoch(history.epoch().number() + 1);
    }

    /** Returns what was called durable, and is gone. */
    List<ByteRange> damaged(@Nullable FileHistory history) {
        if (history == null || isResumed) return List.of();
        return history.durable().stream().map(DurableBlock::range).toList();
    }
}
