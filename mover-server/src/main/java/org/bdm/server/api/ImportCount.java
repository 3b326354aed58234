package org.bdm.server.api;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.ImportView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.DatasetId;
import org.bdm.server.interchange.EntryReceiver;
import org.bdm.server.interchange.ImportedEntry;

/** Counts what a list holds and keeps the first lines that are refused. Belongs to one thread. */
final class ImportCount implements EntryReceiver {
    private static final int LINES_KEPT_MAX = 100;

    private final long entriesMax;
    private final DistinctTexts datasets = new DistinctTexts();
    private final List<ImportLineView> refused = new ArrayList<>();
    private final List<ImportLineView> warnings = new ArrayList<>();
    private long entries;
    private long files;
    private long filesWithoutSize;
    private long bytes;
    private long refusedLines;
    private long warnedLines;

    ImportCount(long entriesMax) {
        this.entriesMax = entriesMax;
    }

    @Override
    public void entry(long line, ImportedEntry entry) {
        entries++;
        checkNumber();
        DatasetId dataset = entry.dataset();
        if (dataset != null) datasets.add(dataset.text());
        files += entry.files();
        Long sizeBytes = entry.sizeBytes();
        if (sizeBytes != null) bytes = Math.addExact(bytes, Math.min(sizeBytes, Long.MAX_VALUE - bytes));
        else filesWithoutSize += entry.files();
    }

    @Override
    public void refused(long line, String reason) {
        refusedLines++;
        checkNumber();
        keep(refused, line, reason);
    }

    @Override
    public void warned(long line, String text) {
        warnedLines++;
        keep(warnings, line, text);
    }

    private static void keep(List<ImportLineView> lines, long line, String reason) {
        if (lines.size() < LINES_KEPT_MAX) lines.add(new ImportLineView(line, reason));
    }

    private void checkNumber() {
        if (entries + refusedLines > entriesMax) {
            throw new MoverException(ErrorCode.TOO_LARGE, "the list has more than " + entriesMax + " entries");
        }
    }

    /** What was counted, of a list in this format. */
    ImportView view(String format) {
        return new ImportView(
                format,
                entries,
                datasets.number(),
                datasets.isComplete(),
                files,
                filesWithoutSize,
                bytes,
                refusedLines,
                refused,
                warnedLines,
                warnings);
    }
}
