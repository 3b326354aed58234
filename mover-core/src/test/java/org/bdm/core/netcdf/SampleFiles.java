package org.bdm.core.netcdf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.netcdf.classic.ClassicFile;
import org.bdm.core.netcdf.hdf.Hdf5File;

/** The files that make_files.py made, and bytes of them in memory. */
public final class SampleFiles {
    private SampleFiles() {}

    /** The bytes of a file. */
    public static byte[] bytes(String name) {
        try (InputStream in = SampleFiles.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalArgumentException("no file " + name);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file in memory. */
    public static BufferedBytes file(byte[] bytes) {
        return new BufferedBytes(new FileBytes() {
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
        });
    }

    static Group group(String name) {
        return group(file(bytes(name)));
    }

    static Group group(BufferedBytes file) {
        return ClassicFile.matches(file) ? ClassicFile.read(file) : Hdf5File.read(file);
    }

    /** All variables, with their paths. */
    static Stream<String> names(Group group, String prefix) {
        return Stream.concat(
                group.variables().stream().map(variable -> prefix + variable.name()),
                group.groups().stream().flatMap(child -> names(child, prefix + child.name() + "/")));
    }

    static Variable variable(Group group, String name) {
        return group.variables().stream()
                .filter(variable -> variable.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no variable " + name));
    }

    /** Lines as chunks.txt has them. */
    static List<String> chunks(Variable variable, String file) {
        Storage storage = variable.storage();
        List<String> lines = new ArrayList<>();
        for (Chunk chunk : storage.chunks()) {
            StringBuilder place = new StringBuilder();
            for (long each : Storage.position(chunk.index(), storage.grid()))
                place.append('.').append(each);
            lines.add(file + " " + variable.name() + " " + place.substring(1) + " " + chunk.offset() + " "
                    + chunk.bytes() + " " + chunk.filterMask());
        }
        return lines.isEmpty() ? List.of(file + " " + variable.name() + " none") : lines;
    }
}
