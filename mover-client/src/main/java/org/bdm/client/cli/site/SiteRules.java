package org.bdm.client.cli.site;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.BanView;
import org.bdm.core.control.site.MaintenanceView;
import org.bdm.core.control.site.SiteView;
import org.jspecify.annotations.Nullable;

/** The ban and the maintenance of a site as text for people. */
final class SiteRules {
    private SiteRules() {}

    /** A dash without any. */
    static String text(SiteView site, ZoneId zone) {
        List<String> rules = new ArrayList<>();
        BanView ban = site.ban();
        if (ban != null) rules.add(ban(ban, zone));
        MaintenanceView entry = site.maintenance();
        if (entry != null) rules.add(maintenance(entry, zone));
        return rules.isEmpty() ? "-" : String.join("; ", rules);
    }

    /** For example {@code SITE_BANNED until 2026-11-30 00:00:00 by ana: broken files}. */
    static String ban(BanView ban, ZoneId zone) {
        return "SITE_BANNED" + (ban.until() == null ? "" : " until " + TimeText.moment(ban.until(), zone)) + " by "
                + ban.bannedBy() + note(ban.reason());
    }

    private static String maintenance(MaintenanceView entry, ZoneId zone) {
        String times = entry.isNow()
                ? "SITE_MAINTENANCE until " + TimeText.moment(entry.endsAt(), zone)
                : "maintenance from " + TimeText.moment(entry.beginsAt(), zone) + " to "
                        + TimeText.moment(entry.endsAt(), zone);
        return times + note(entry.note());
    }

    private static String note(@Nullable String text) {
        return text == null || text.isEmpty() ? "" : ": " + text;
    }
}
