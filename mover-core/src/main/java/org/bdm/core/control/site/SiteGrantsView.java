package org.bdm.core.control.site;

import java.util.List;

/**
 * The rights that a site gave this one, as it said when it was asked.
 *
 * @param read What this site may read there: exports, with a prefix where that is limited. Such as {@code data/CMIP6}.
 * @param write Where jobs may be submitted to there, likewise. Such as {@code in}.
 */
public record SiteGrantsView(String site, List<String> read, List<String> write) {
    /** An absent list is an empty one. */
    public SiteGrantsView {
        site = site == null ? "" : site;
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
