package org.bdm.core.serve;

import java.util.Map;
import org.bdm.core.id.SiteName;

/**
 * Limits of what this process sends, in bytes/s; 0 is no limit.
 *
 * @param all over all sites together
 * @param bySite to single sites
 * @param byExport of what is read from single exports, by name
 */
public record SendLimits(long all, Map<SiteName, Long> bySite, Map<String, Long> byExport) {
    /** No limit at all. */
    public static final SendLimits NONE = new SendLimits(0, Map.of(), Map.of());

    /** Copies the maps. */
    public SendLimits {
        bySite = Map.copyOf(bySite);
        byExport = Map.copyOf(byExport);
    }
}
