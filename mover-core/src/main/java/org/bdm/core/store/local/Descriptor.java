package org.bdm.core.store.local;

import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Owns one open file descriptor. A number that was closed may at once belong to another file, so the number is only lent: who uses it
 * borrows it and gives it back, and the last one who has it closes it. After {@link #close} nobody can borrow it. Any thread.
 */
final class Descriptor implements AutoCloseable {
    /** Set in {@link #users} once closed; the other bits count who has borrowed the number. */
    private static final int CLOSED = Integer.MIN_VALUE;

    private final int number;
    private final String what;
    private final AtomicInteger users = new AtomicInteger();

    /**
     * Takes ownership.
     *
     * @param number an open descriptor
     * @param what what it is, escaped, for errors
     */
    Descriptor(int number, String what) {
        this.number = number;
        this.what = what;
    }

    /** The number, until {@link #giveBack}. */
    int borrow() {
        while (true) {
            int before = users.get();
            if (before < 0) throw new MoverException(ErrorCode.INTERNAL, what + " was used after it was closed");
            if (users.compareAndSet(before, before + 1)) return number;
        }
    }

    /** Ends one {@link #borrow}. */
    void giveBack() {
        if (users.decrementAndGet() == CLOSED) closeNumber();
    }

    /** Returns its name for messages, escaped. */
    String what() {
        return what;
    }

    /** Closes it, or has the last borrower close it. Again does nothing. */
    @Override
    public void close() {
        int before = users.getAndUpdate(count -> count | CLOSED);
        if (before == 0) closeNumber();
    }

    private void closeNumber() {
        int result = Posix.closeDescriptor(number);
        if (result < 0) throw Errno.writing(result, "close", what);
    }
}
