package org.bdm.server.catalog.history;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteTotal;
import org.bdm.server.catalog.db.Amount;

/**
 * Files and bytes by size class.
 *
 * @param byClass one amount for each class, in their order
 */
public record SizedWork(List<Amount> byClass) {
    /** No file. */
    public static final SizedWork NONE = new Sum().get();

    /** Copies the list; refuses one of another length. */
    public SizedWork {
        byClass = List.copyOf(byClass);
        if (byClass.size() != SizeClass.values().length) throw new IllegalArgumentException("not by class: " + byClass);
    }

    /** Returns the files of one class. */
    public Amount of(SizeClass wanted) {
        return byClass.get(wanted.ordinal());
    }

    /** All classes together. */
    public Amount total() {
        return byClass.stream().reduce(Amount.NONE, SizedWork::plus);
    }

    /** The files that cost more for their number than for their bytes. */
    public Amount small() {
        return plus(of(SizeClass.TINY), of(SizeClass.SMALL));
    }

    /** Both together. */
    public SizedWork plus(SizedWork other) {
        List<Amount> sums = new ArrayList<>();
        for (int at = 0; at < byClass.size(); at++) sums.add(plus(byClass.get(at), other.byClass.get(at)));
        return new SizedWork(sums);
    }

    private static Amount plus(Amount one, Amount other) {
        return new Amount(one.files() + other.files(), ByteTotal.plus(one.bytes(), other.bytes()));
    }

    /** Files that are counted one by one. Belongs to one thread. */
    public static final class Sum {
        private final long[] files = new long[SizeClass.values().length];
        private final long[] bytes = new long[files.length];

        /** Counts a file of so many bytes. */
        public void add(long size) {
            int at = SizeClass.of(size).ordinal();
            files[at]++;
            bytes[at] = ByteTotal.plus(bytes[at], size);
        }

        /** Returns the files counted so far. */
        public SizedWork get() {
            List<Amount> amounts = new ArrayList<>();
            for (int at = 0; at < files.length; at++) amounts.add(new Amount(files[at], bytes[at]));
            return new SizedWork(amounts);
        }
    }
}
