package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.SplittableRandom;

/** Writes trees of files whose content cannot be guessed: every byte comes from the seed. */
final class TreeOfSizes {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int FILES_PER_DIRECTORY = 17;

    private final SplittableRandom random;

    TreeOfSizes(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The sizes at which mistakes are made, then sizes of every magnitude up to the largest, which is there itself. */
    long write(Path root, int files, long largest) throws IOException {
        long[] edges = {0, 1, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, largest};
        long total = 0;
        for (int i = 0; i < files; i++) {
            long size = i < edges.length ? Math.min(edges[i], largest) : ofAnyMagnitude(largest);
            Path directory = root.resolve("d" + i / FILES_PER_DIRECTORY);
            Files.createDirectories(directory);
            file(directory.resolve("f" + i + ".nc"), size);
            total += size;
        }
        return total;
    }

    private long ofAnyMagnitude(long largest) {
        double magnitude = random.nextDouble(10, Math.log((double) largest) / Math.log(2));
        return Math.round(Math.pow(2, magnitude));
    }

    /** With a time of its own, with all its digits. */
    void file(Path path, long size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = size; left > 0; ) {
                buffer.clear();
                while (buffer.hasRemaining()) buffer.putLong(random.nextLong());
                buffer.flip().limit((int) Math.min(left, BUFFER_BYTES));
                left -= buffer.limit();
                while (buffer.hasRemaining()) channel.write(buffer);
            }
        }
        Instant modified =
                Instant.ofEpochSecond(1_000_000_000L + random.nextInt(500_000_000), random.nextInt(1_000_000_000));
        Files.setLastModifiedTime(path, FileTime.from(modified));
    }
}
