package org.bdm.core.journal;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.FileId;
import org.bdm.core.store.WritableFile;

/** Reads the records of a journal up to the first one that is not good. Belongs to the thread that opens the journal. */
final class JournalReplay {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Map<FileId, FileReplay> files = new LinkedHashMap<>();
    private long positionEnd = JournalFormat.HEADER_BYTES;

    /** Reads from behind the header; {@link #positionEnd} is then the end of the last good record. */
    void read(WritableFile file) {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
        while (true) {
            buffer.clear();
            boolean isLast = file.read(positionEnd, buffer) < CHUNK_BYTES;
            buffer.flip();
            while (isLast || buffer.remaining() >= JournalFormat.RECORD_BYTES_MAX) {
                if (!readRecord(buffer)) return;
            }
        }
    }

    private boolean readRecord(ByteBuffer buffer) {
        Optional<JournalFormat.Decoded> decoded = JournalFormat.decode(buffer, positionEnd);
        if (decoded.isEmpty()) return false;
        long position = positionEnd;
        decoded.get()
                .record()
                .ifPresent(record ->
                        files.computeIfAbsent(record.file(), FileReplay::new).apply(record, position));
        positionEnd += decoded.get().length();
        return true;
    }

    long positionEnd() {
        return positionEnd;
    }

    Map<FileId, FileHistory> histories() {
        Map<FileId, FileHistory> histories = new HashMap<>();
        files.forEach((file, replay) -> histories.put(file, replay.history()));
        return Map.copyOf(histories);
    }
}
