package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a process with the {@link Preload} shares with the test: how wrong its clock is, when it stops, and when it placed files. */
final class SharedWithProcess {
    private final Path clock;
    private final Path stop;
    private final Path placed;

    /** A file that got its final name, by the monotonic clock of this machine. */
    record Placed(long atNanos, String name) {}

    /** Its clock is right, and it does not stop. */
    SharedWithProcess(Path directory) throws IOException {
        Files.createDirectories(directory);
        this.clock = directory.resolve("clock");
        this.stop = directory.resolve("stop");
        this.placed = directory.resolve("placed");
        write(clock, 0);
        write(stop, 0);
    }

    Path clock() {
        return clock;
    }

    Path stop() {
        return stop;
    }

    Path placed() {
        return placed;
    }

    /** The files that it placed, over all its starts. */
    List<Placed> placings() throws IOException {
        if (Files.notExists(placed)) return List.of();
        List<Placed> placings = new ArrayList<>();
        for (String line : Files.readAllLines(placed)) {
            int space = line.indexOf(' ');
            placings.add(new Placed(Long.parseLong(line.substring(0, space)), line.substring(space + 1)));
        }
        return placings;
    }

    /** The wall clock of the process is wrong by this from now on. */
    void setClockWrong(Duration ahead) throws IOException {
        write(clock, ahead.toNanos());
    }

    /** The process stops right before it places a file, the nth from now. */
    void stopBeforePlacing(int nth) throws IOException {
        write(stop, nth);
    }

    /** How many files are placed before the process stops; 0 when it has, or will not. */
    long placingsBeforeStop() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(stop))
                .order(ByteOrder.nativeOrder())
                .getLong();
    }

    /** In place: the file is mapped. */
    private static void write(Path file, long number) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(number)
                .flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(bytes, 0);
        }
    }
}
