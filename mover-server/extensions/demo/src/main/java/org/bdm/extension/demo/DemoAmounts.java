package org.bdm.extension.demo;

import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.history.SizeClass;

/** Adds up the files of one job, as the catalog keeps their sums. One thread. */
final class DemoAmounts {
    private final long[] files = new long[FileState.values().length];
    private final long[] bytes = new long[FileState.values().length];
    private final long[] doneFiles = new long[SizeClass.values().length];
    private final long[] doneBytes = new long[SizeClass.values().length];

    void add(FileState state, long size) {
        files[state.ordinal()]++;
        bytes[state.ordinal()] += size;
        if (state != FileState.DONE) return;
        doneFiles[SizeClass.of(size).ordinal()]++;
        doneBytes[SizeClass.of(size).ordinal()] += size;
    }

    long files(FileState state) {
        return files[state.ordinal()];
    }

    long bytes(FileState state) {
        return bytes[state.ordinal()];
    }

    long files() {
        return sum(files);
    }

    long bytes() {
        return sum(bytes);
    }

    long doneFiles(SizeClass size) {
        return doneFiles[size.ordinal()];
    }

    long doneBytes(SizeClass size) {
        return doneBytes[size.ordinal()];
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) sum += value;
        return sum;
    }

    Map<String, Long> filesByState() {
        return byState(files);
    }

    Map<String, Long> bytesByState() {
        return byState(bytes);
    }

    /** Of a job that ended: what is not final was cancelled with it. */
    private static Map<String, Long> byState(long[] values) {
        Map<String, Long> named = new TreeMap<>();
        for (FileState state : FileState.values()) {
            FileState last = state.isFinal() ? state : FileState.CANCELLED;
            named.merge(last.name(), values[state.ordinal()], Long::sum);
        }
        return named;
    }
}
