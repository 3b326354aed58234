package org.bdm.core.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Time that the threads of this process could have run and got no processor, in nanoseconds, summed since the first call: other programs, or
 * threads of this one, had it. Reads a small file for each thread, so it is to be called seldom. Any thread.
 */
public final class ProcessorWaits implements LongSupplier {
    private static final int WAITED = 1; // field of schedstat: run, waited, turns

    private final Path tasks;
    private Map<String, Long> before = new HashMap<>(); // guarded by this, as the next
    private long sum;

    /**
     * Nothing is read yet.
     *
     * @param tasks directory of the threads of a process, such as {@code /proc/self/task}
     */
    public ProcessorWaits(Path tasks) {
        this.tasks = tasks;
    }

    /** Returns the sum; 0 on a system that does not tell. */
    @Override
    public synchronized long getAsLong() {
        Map<String, Long> now = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) now.put(thread.getFileName().toString(), waited(thread));
        } catch (IOException e) {
            return sum;
        }
        boolean isFirst = before.isEmpty();
        now.forEach((thread, nanos) -> {
            if (!isFirst) sum += Math.max(0, nanos - before.getOrDefault(thread, 0L));
        });
        before = now;
        return sum;
    }

    private static long waited(Path thread) {
        try {
            String[] fields =
                    Files.readString(thread.resolve("schedstat")).trim().split(" ");
            return fields.length > WAITED ? Long.parseLong(fields[WAITED]) : 0;
        } catch (IOException | NumberFormatException e) {
            return 0; // it has ended meanwhile
        }
    }
}
