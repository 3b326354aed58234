package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Datasets by sites.
 *
 * @param sites This site first, then data nodes by name. Such as {@code [south, esgf.example]}.
 * @param rows One row for each dataset version.
 */
public record CompletenessView(
        List<String> sites, List<Row> rows, @Nullable String nextCursor) {
    /** An absent list is an empty one. */
    public CompletenessView {
        sites = sites == null ? List.of() : List.copyOf(sites);
        rows = rows == null ? List.of() : List.copyOf(rows);
    }

    /**
     * One dataset version by sites.
     *
     * @param files Number of files that it should have; 0 if nobody says. Such as {@code 12}.
     * @param bytes Sum of the sizes of its files in bytes, as far as sizes are known. Such as {@code 524288000}.
     * @param latest True if this is the latest version; false also if that is not known.
     * @param mark What catalogs say against what the site holds of it; null for nothing.
     * @param cells One for each of the sites, in their order.
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
     * The part of a dataset version that one site has.
     *
     * @param state How complete it is there. One of {@code CompletenessState}.
     * @param files Number of its files that the site has, at least 0. Such as {@code 12}.
     * @param otherVersion The newest other version that the site has, as an instance id, if it has none of this one; else null. Such as
     * {@code CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20180803}.
     * @param verified Number of files with a digest that this site computed, at least 0; 0 for data nodes. Such as {@code 12}.
     * @param verifiedAs The weakest evidence among these files; null for none. One of {@code DigestOrigin}.
     * @param verifiedAt When the last of these digests was computed; null for none.
     * @param notConfigured What this site holds besides at exports that no node of it has; empty for other sites.
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
     * @param export Name of that export. Such as {@code archive}.
     * @param files Number of files of the dataset that are held there, at least 1. Such as {@code 3}.
     */
    public record Outside(String export, int files) {}
}
