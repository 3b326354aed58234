package org.bdm.server.dataset.draft;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.request.DraftContent;
import org.bdm.server.catalog.request.DraftLine;
import org.bdm.server.catalog.request.Drafts;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;

/** Counts what a list holds and keeps the first lines that are refused. Belongs to one thread. */
public final class ImportCount implements EntryReceiver {
    private static final int LINES_KEPT_MAX = Drafts.LINES_MAX / 2;

    /** Beyond it is not a list of this format, whatever its first lines look like. */
    private static final long REFUSED_MAX = 1_000_000;

    private final long entriesMax;
    private final DistinctTexts datasets = new DistinctTexts();
    private final List<DraftLine> refused = new ArrayList<>();
    private final List<DraftLine> warnings = new ArrayList<>();
    private long entries;
    private long files;
    private long filesWithoutSize;
    private long bytes;
    private long refusedLines;
    private long warnedLines;

    public ImportCount(long entriesMax) {
        this.entriesMax = entriesMax;
    }

    @Override
    public void entry(long line, ImportedEntry entry) {
        entries++;
        checkNumber();
        DatasetName dataset = entry.dataset();
        if (dataset != null) datasets.add(dataset.instanceId());
        files += entry.files();
        Long sizeBytes = entry.sizeBytes();
        if (sizeBytes != null) bytes = Math.addExact(bytes, Math.min(sizeBytes, Long.MAX_VALUE - bytes));
        else filesWithoutSize += entry.files();
    }

    @Override
    public void refused(long line, String reason) {
        refusedLines++;
        if (refusedLines > REFUSED_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "more than " + REFUSED_MAX + " lines are refused, the last: line " + line + ": " + reason);
        }
        checkNumber();
        if (refused.size() < LINES_KEPT_MAX) refused.add(new DraftLine(true, line, reason));
    }

    @Override
    public void warned(long line, String text) {
        warnedLines++;
        if (warnings.size() < LINES_KEPT_MAX) warnings.add(new DraftLine(false, line, text));
    }

    private void checkNumber() {
        if (entries + refusedLines > entriesMax) {
            throw new MoverException(ErrorCode.TOO_LARGE, "the list has more than " + entriesMax + " entries");
        }
    }

    /** Returns the counts of a list in this format. */
    public DraftContent content(String format) {
        List<DraftLine> lines = new ArrayList<>(refused);
        lines.addAll(warnings);
        return new DraftContent(
                format,
                entries,
                datasets.number(),
                datasets.isComplete(),
                files,
                filesWithoutSize,
                bytes,
                refusedLines,
                warnedLines,
                lines);
    }
}
