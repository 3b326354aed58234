package org.bdm.server.catalog.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Durable;

/** A draft that is being received. Belongs to one thread, which it blocks when the committer is behind; closed without finish it is swept. */
public final class DraftReception implements AutoCloseable {
    private static final int ENTRIES_AT_ONCE_MAX = 2_000;
    private static final int CHARACTERS_AT_ONCE_MAX = 2 << 20;
    private static final int SAID_CHARACTERS_MAX = 600;

    private final CatalogParts parts;
    private final long draft;
    private final List<DraftEntry> waiting = new ArrayList<>();
    private CompletableFuture<Void> lastWrite = CompletableFuture.completedFuture(null);
    private long characters;
    private long entries;
    private boolean isEnded;

    DraftReception(CatalogParts parts, long draft) {
        this.parts = parts;
        this.draft = draft;
    }

    /**
     * Adds an entry at the end.
     *
     * @param content at most {@value Drafts#CONTENT_LENGTH_MAX} characters
     * @throws MoverException TOO_LARGE beyond {@value Drafts#ENTRIES_MAX} entries
     */
    public void add(long line, String content) {
        if (content.length() > Drafts.CONTENT_LENGTH_MAX) throw new IllegalArgumentException("an entry too long");
        if (entries == Drafts.ENTRIES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "a draft has at most " + Drafts.ENTRIES_MAX + " entries: cut the list");
        }
        entries++;
        characters += content.length();
        waiting.add(new DraftEntry(entries, line, content));
        if (waiting.size() == ENTRIES_AT_ONCE_MAX || characters > CHARACTERS_AT_ONCE_MAX) write();
    }

    private void write() {
        List<DraftEntry> group = List.copyOf(waiting);
        Durable.await(lastWrite);
        lastWrite = parts.writeWaiting(group.size(), work -> {
            DraftRows.insert(work, draft, group);
            return null;
        });
        waiting.clear();
        characters = 0;
    }

    /**
     * Makes the draft visible, durable when this returns.
     *
     * @throws MoverException INVALID_REQUEST if it has no entries; it is gone then
     */
    public Draft finish(DraftContent content) {
        if (entries == 0) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "no line of the list was understood: there is nothing to keep" + firstLines(content));
        }
        if (!waiting.isEmpty()) write();
        Durable.await(lastWrite);
        Draft ready =
                Durable.await(parts.writeWaiting(Drafts.LINES_MAX, work -> DraftRows.makeReady(work, draft, content)));
        isEnded = true;
        return ready;
    }

    /** Of a list of which nothing is kept, what was said of its first lines is said here, or nowhere. */
    private static String firstLines(DraftContent content) {
        StringBuilder said = new StringBuilder();
        for (DraftLine line : content.lines()) {
            if (said.length() > SAID_CHARACTERS_MAX)
                return said.append("; and more").toString();
            said.append("; line ").append(line.line()).append(": ").append(line.reason());
        }
        return said.toString();
    }

    /** Sweeps what was received, unless it became a draft; waits until it is gone. */
    @Override
    public void close() {
        if (isEnded) return;
        isEnded = true;
        while (!Durable.await(parts.writeWaiting(DraftRows.SWEPT_AT_ONCE, work -> DraftRows.sweep(work, draft)))) {
            // the next part
        }
    }
}
