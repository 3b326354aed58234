package org.bdm.server.message;

import java.io.Serial;
import java.util.List;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.fault.ErrorCode;

/** Some entries of a request cannot be done: nothing of it was. Carries them all to the answer, which has status 422. */
@SuppressWarnings("serial") // never written to a stream
public final class RefusedEntries extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient List<ProblemEntry> entries;

    private final boolean isOnlyEntry;

    /** With {@code isOnlyEntry} the request had one entry, whose name says nothing to the caller. */
    RefusedEntries(List<ProblemEntry> entries, boolean isOnlyEntry) {
        super(entries.get(0).entry() + ": " + entries.get(0).detail(), null, false, false);
        this.entries = List.copyOf(entries);
        this.isOnlyEntry = isOnlyEntry;
    }

    public List<ProblemEntry> entries() {
        return entries;
    }

    /** The code of the first entry: the one that a script sees. */
    public ErrorCode code() {
        return ErrorCode.valueOf(entries.get(0).code());
    }

    /** One sentence; the entry is named once. */
    public String detail() {
        ProblemEntry first = entries.get(0);
        String others = entries.size() == 1 ? "" : " (and " + (entries.size() - 1) + " more, see errors)";
        boolean isNamed = isOnlyEntry || first.detail().contains(first.entry());
        return (isNamed ? "" : first.entry() + ": ") + first.detail() + others;
    }
}
