package org.bdm.extension.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.demo.DemoSettings;

/** Writes a month of the audit log, chained as a real one. */
final class DemoAudit {
    private static final int LINES = 300;
    private static final List<String> DONE = List.of(
            "ann CREATE job OK",
            "ben CREATE job OK",
            "ann PAUSE job OK",
            "ann RESUME job OK",
            "dana CREATE request OK",
            "carla UPDATE link OK",
            "ben CANCEL job NOT_ALLOWED",
            "carla CREATE token OK",
            "ann UPDATE job OK",
            "carla APPLY purge OK",
            "eli LOGIN session OK",
            "unknown LOGIN session NOT_AUTHENTICATED");

    private DemoAudit() {}

    static void write(Catalog catalog, DemoSettings settings) {
        DemoChance chance = new DemoChance(settings.seed(), "audit");
        List<AuditEntry> entries = new ArrayList<>();
        long month = Duration.ofDays(30).toMillis();
        for (int at = 0; at < LINES; at++) {
            String[] done = chance.of(DONE).split(" ");
            String object =
                    done[2].equals("job") ? "job-" + (1 + chance.below(200)) : done[2] + "-" + (1 + chance.below(9));
            entries.add(new AuditEntry(
                    0,
                    settings.now().minusMillis(chance.between(60_000, month)),
                    done[0],
                    done[1],
                    object,
                    done[3],
                    "192.0.2." + (10 + chance.below(60)),
                    "demo"));
        }
        entries.sort(Comparator.comparing(AuditEntry::at));
        List<CompletableFuture<AuditEntry>> kept = new ArrayList<>();
        for (AuditEntry entry : entries) kept.add(catalog.audit().add(entry));
        kept.forEach(Durable::await);
    }
}
