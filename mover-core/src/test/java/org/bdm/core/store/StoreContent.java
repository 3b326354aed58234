package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Random;
import org.bdm.core.id.JobId;

/** Puts files into a store for tests. */
public final class StoreContent {
    private StoreContent() {}

    /** A file with these bytes, replacing what is there, and its version. */
    public static FileVersion put(WritableStore store, String path, byte[] bytes) {
        StorePath destination = StorePath.ofUtf8(path);
        if (!destination.parent().isRoot()) store.makeDirectories(destination.parent(), 0755);
        WorkArea area = store.workArea(new JobId(999));
        try (WritableFile file = area.create("content")) {
            file.write(0, ByteBuffer.wrap(bytes));
            file.setAttributes(Instant.ofEpochSecond(1_600_000_000L + bytes.length), 0644);
            file.force();
        }
        area.place("content", destination, PlaceMode.REPLACE);
        return store.status(destination).orElseThrow().version();
    }

    /** Bytes that are the same for the same seed. */
    public static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
