package org.bdm.server.dataset.draft;

import org.bdm.server.catalog.request.DraftReception;
import org.bdm.server.catalog.request.Drafts;
import org.bdm.server.interchange.entry.EntryJson;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;

/** Counts what a list holds, and keeps every entry. Belongs to one thread. */
public final class DraftReceiver implements EntryReceiver {
    private final ImportCount count;
    private final DraftReception reception;

    public DraftReceiver(ImportCount count, DraftReception reception) {
        this.count = count;
        this.reception = reception;
    }

    @Override
    public void entry(long line, ImportedEntry entry) {
        String content = EntryJson.write(entry);
        if (content.length() > Drafts.CONTENT_LENGTH_MAX) {
            count.refused(
                    line, "the entry is longer than " + Drafts.CONTENT_LENGTH_MAX + " characters: cut it into several");
            return;
        }
        count.entry(line, entry);
        reception.add(line, content);
    }

    @Override
    public void refused(long line, String reason) {
        count.refused(line, reason);
    }

    @Override
    public void warned(long line, String text) {
        count.warned(line, text);
    }
}
