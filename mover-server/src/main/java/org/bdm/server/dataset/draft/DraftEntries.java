package org.bdm.server.dataset.draft;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.request.Draft;
import org.bdm.server.interchange.entry.EntryJson;
import org.bdm.server.interchange.entry.ImportedEntry;

/** The entries of an imported list, read from its draft page by page. Any thread that may block. */
public final class DraftEntries {
    private final BiFunction<Long, Integer, List<NumberedEntry>> pages;

    private DraftEntries(BiFunction<Long, Integer, List<NumberedEntry>> pages) {
        this.pages = pages;
    }

    /**
     * The entries of this draft.
     *
     * @throws MoverException NOT_FOUND if there is no such draft
     */
    public static DraftEntries of(Catalog catalog, long draft) {
        Draft found = catalog.drafts()
                .find(draft)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no draft-" + draft));
        return new DraftEntries((afterNumber, rowsMax) ->
                catalog.drafts().entries(found.number(), afterNumber, rowsMax).stream()
                        .map(row -> new NumberedEntry(row.number(), row.line(), EntryJson.read(row.content())))
                        .toList());
    }

    /** Entries that are no draft, as a request has them: each is a line. */
    public static DraftEntries of(List<ImportedEntry> entries) {
        List<NumberedEntry> all = new ArrayList<>();
        for (ImportedEntry entry : entries) all.add(new NumberedEntry(all.size() + 1, all.size() + 1, entry));
        return new DraftEntries((afterNumber, rowsMax) ->
                all.stream().skip(afterNumber).limit(rowsMax).toList());
    }

    /**
     * One entry.
     *
     * @param number counted from 1, in the order of the list
     * @param line of the list
     */
    public record NumberedEntry(long number, long line, ImportedEntry entry) {}

    /** Entries by number, beginning after {@code afterNumber} (0 for the first); at most {@code rowsMax}, fewer only at the end. */
    public List<NumberedEntry> after(long afterNumber, int rowsMax) {
        return pages.apply(afterNumber, rowsMax);
    }
}
