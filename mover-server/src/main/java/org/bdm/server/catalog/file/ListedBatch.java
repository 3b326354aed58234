package org.bdm.server.catalog.file;

import java.util.List;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.settings.ChunkOrder;

/**
 * The files that one step of listing found, and the position it reached: kept in one transaction, so that a restart neither repeats nor loses
 * an entry. Good batches have about 1,000 files: a chunk of work never reaches over two batches.
 *
 * @param from where this batch begins, as {@link Listings#position} or the batch before said; a batch that does not begin where the catalog
 *     is, is refused, so two workers can never both list a job
 * @param nextItem number of the first item that is still not begun after this batch
 * @param directories new ones, numbered without gaps from {@code from.nextDirectory()}
 * @param advances directories of earlier batches, by number, that were listed further
 * @param files in ascending order of names within a directory; at most {@value #FILES_MAX}
 * @param order in which the chunks of the job are handed out, the same for all its batches
 */
public record ListedBatch(
        JobId job,
        ListingPosition from,
        int nextItem,
        List<ListedDirectory> directories,
        Map<Integer, ListProgress> advances,
        List<FoundFile> files,
        ChunkOrder order) {
    /** Most files of one batch. */
    public static final int FILES_MAX = 10_000;

    /** Copies the collections and checks numbers. */
    public ListedBatch {
        directories = List.copyOf(directories);
        advances = Map.copyOf(advances);
        files = List.copyOf(files);
        if (files.size() > FILES_MAX) throw new IllegalArgumentException("more than 10,000 files in a batch");
        if (nextItem < from.nextItem()) throw new IllegalArgumentException("items are not listed backwards");
        for (int i = 0; i < directories.size(); i++) {
            if (directories.get(i).number() != from.nextDirectory() + i) {
                throw new IllegalArgumentException("directories are not numbered without gaps");
            }
        }
    }

    /** A batch of a job whose chunks are handed out as they are listed. */
    public ListedBatch(
            JobId job,
            ListingPosition from,
            int nextItem,
            List<ListedDirectory> directories,
            Map<Integer, ListProgress> advances,
            List<FoundFile> files) {
        this(job, from, nextItem, directories, advances, files, ChunkOrder.LISTED);
    }

    /** The place at which the next batch begins. */
    public ListingPosition next() {
        return new ListingPosition(nextItem, from.nextDirectory() + directories.size(), from.nextFile() + files.size());
    }
}
