package org.bdm.server.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.FileBytes;

/** The files that make_sets.py made. */
public final class SampleSets {
    private SampleSets() {}

    static byte[] bytes(String name) {
        try (InputStream in = SampleSets.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalArgumentException("no file " + name);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ReferenceSet set(String name, FileReferences references) {
        byte[] bytes = bytes(name);
        SetFile file = new SetFile(name, "https://node.example/data/" + name, bytes.length, Instant.EPOCH, null);
        return references.of(file, file(bytes));
    }

    /** A file in memory. */
    static FileBytes file(byte[] bytes) {
        return new FileBytes() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public int read(long offset, ByteBuffer target) {
                int count = (int) Math.max(0, Math.min(target.remaining(), bytes.length - offset));
                target.put(bytes, (int) offset, count);
                return count;
            }
        };
    }

    static ReferenceSet combined(String... names) {
        List<ReferenceSet> sets = new ArrayList<>();
        FileReferences references = FileReferences.several();
        for (String name : names) sets.add(set(name, references));
        return CombinedReferences.of(sets);
    }

    static ReferencedArray array(ReferenceSet set, String path) {
        return set.arrays().stream()
                .filter(array -> array.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no array " + path));
    }
}
