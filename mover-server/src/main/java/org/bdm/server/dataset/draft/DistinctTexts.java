package org.bdm.server.dataset.draft;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bdm.server.message.Sha256;

/**
 * Counts different texts in bounded memory: keeps 64 bits of the SHA-256 of each, in an open table of up to 32 MiB. Two texts are taken for
 * one with a chance below one in a million. Belongs to one thread.
 */
public final class DistinctTexts {
    private static final int SLOTS_MAX = 1 << 22;

    /** 0 is an empty slot. */
    private long[] slots = new long[1 << 10];

    private long number;
    private boolean isComplete = true;

    public void add(String text) {
        long mark = ByteBuffer.wrap(
                        Sha256.of(text.getBytes(StandardCharsets.UTF_8)).value())
                .getLong();
        if (!isComplete || !put(slots, mark == 0 ? 1 : mark)) return;
        number++;
        if (number <= slots.length / 2) return;
        if (slots.length == SLOTS_MAX) isComplete = false;
        else grow();
    }

    private static boolean put(long[] table, long mark) {
        int slot = (int) mark & (table.length - 1);
        while (table[slot] != 0) {
            if (table[slot] == mark) return false;
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = mark;
        return true;
    }

    private void grow() {
        long[] larger = new long[slots.length * 2];
        for (long mark : slots) if (mark != 0) put(larger, mark);
        slots = larger;
    }

    public long number() {
        return number;
    }

    /** False when there are more than are counted. */
    public boolean isComplete() {
        return isComplete;
    }
}
