package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Datasets by sites.
 *
 * @param sites this site first, then data nodes by name
 * @param rows one for each dataset
 * @param nextCursor of a selection that goes on; null on the last page
 */
public record CompletenessView(
        List<String> sites, List<Row> rows, @Nullable String nextCursor) {
    /** An absent list is an empty one. */
    public CompletenessView {
        sites = sites == null ? List.of() : List.copyOf(sites);
        rows = rows == null ? List.of() : List.copyOf(rows);
    }

    /**
     * One dataset version.
     *
     * @param files how many there should be; 0 if nobody says
     * @param mark what is said against what the site holds of it; null for nothing
     * @param cells one for each of the sites, in their order
     */
    public record Row(
            String dataset,
            int files,
            long bytes,
            boolean latest,
            boolean retracted,
            @Nullable DatasetMarkView mark,
            List<Cell> cells) {
        /** An absent list is an empty one. */
        public Row {
            cells = cells == null ? List.of() : List.copyOf(cells);
        }
    }

    /**
     * The part of a dataset that one site has.
     *
     * @param state {@code COMPLETE}, {@code PARTIAL}, {@code OTHER_VERSION}, {@code RETRACTED}, {@code DISPUTED}, {@code UNKNOWN} or {@code ABSENT}
     * @param files how many of the files it has
     * @param otherVersion the newest other version that it has, when it has none of this one
     * @param verified how many files have a digest that this site computed
     * @param verifiedAs the weakest evidence among these
     * @param verifiedAt when the last of these was computed
     * @param notConfigured what this site holds beside these files at exports that are not configured any more; empty for other sites
     */
    public record Cell(
            String state,
            int files,
            @Nullable String otherVersion,
            int verified,
            @Nullable String verifiedAs,
            @Nullable Instant verifiedAt,
            List<Outside> notConfigured) {
        /** An absent list is an empty one. */
        public Cell {
            notConfigured = notConfigured == null ? List.of() : List.copyOf(notConfigured);
        }
    }

    /**
     * Files that are held at an export that no node of the site has: nobody can look at them, and they count as held nowhere.
     *
     * @param export its name
     */
    public record Outside(String export, int files) {}
}
