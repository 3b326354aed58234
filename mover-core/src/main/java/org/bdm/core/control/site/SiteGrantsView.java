package org.bdm.core.control.site;

import java.util.List;

/**
 * The rights that a site gave this one, as it said when it was asked.
 *
 * @param site that gave them
 * @param read what this site may read there: exports, with prefix where limited
 * @param write where this site may submit jobs to there
 */
public record SiteGrantsView(String site, List<String> read, List<String> write) {
    /** An absent list is an empty one. */
    public SiteGrantsView {
        site = site == null ? "" : site;
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
