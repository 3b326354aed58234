package org.bdm.server.message;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;

/** The errors of the entries of one request; the first 100 are reported. */
public final class EntryErrors {
    private static final int TOLD_MAX = 100;

    private final List<ProblemEntry> errors = new ArrayList<>();
    private final boolean isOnlyEntry;

    /** Of a list. */
    public EntryErrors() {
        this(false);
    }

    private EntryErrors(boolean isOnlyEntry) {
        this.isOnlyEntry = isOnlyEntry;
    }

    /** Of a request that can have one entry only, which the sentence need not name. */
    public static EntryErrors ofOne() {
        return new EntryErrors(true);
    }

    /** Notes what is wrong with an entry; what is no fault of the request goes on. */
    public void add(String entry, MoverException error) {
        if (error.kind() != ErrorKind.BAD_REQUEST) throw error;
        errors.add(new ProblemEntry(entry, error.code().name(), ProblemText.shown(error.detail())));
        if (errors.size() == TOLD_MAX) throwIfAny();
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    public void throwIfAny() {
        if (!errors.isEmpty()) throw new RefusedEntries(errors, isOnlyEntry);
    }
}
