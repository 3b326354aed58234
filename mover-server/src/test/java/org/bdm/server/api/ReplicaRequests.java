package org.bdm.server.api;

import static org.bdm.server.testkit.InventedClaims.sha256;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.testkit.InventedClaims;

/** What the tests of replica sets ask for, and an invented dataset at two data nodes. */
final class ReplicaRequests {
    static final String EARLY = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_185001-194912.nc";
    static final String LATE = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_195001-201412.nc";
    static final Map<String, List<String>> FACETS = Map.of("source_id", List.of("INV-ESM"));
    static final IndexWarning DOWN = new IndexWarning(
            "east", "UNREACHABLE", "east does not answer", true, Instant.parse("2026-11-22T00:00:00Z"));

    private ReplicaRequests() {}

    static InventedClaims twoNodes() {
        return new InventedClaims()
                .dataset("a.org", false, true, false, FACETS)
                .file("a.org", EARLY, 10, sha256(1))
                .file("a.org", LATE, 11, sha256(2))
                .by("east")
                .dataset("b.org", true, true, false, FACETS)
                .file("b.org", EARLY, 10, sha256(1));
    }

    static String body(String fields) {
        return "{\"kind\":\"REPLICA_SET\",\"destination\":\"bdm://here/data/pool\"," + fields + "}";
    }

    static String datasets(String... names) {
        return "\"datasets\":[\"" + String.join("\",\"", names) + "\"]";
    }

    static String alsoAt(String... trees) {
        return ",\"options\":{\"sourcePolicy\":{\"alsoAt\":[\"" + String.join("\",\"", trees) + "\"]}}";
    }
}
