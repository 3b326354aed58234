package org.bdm.server.discovery;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.server.discovery.esgsearch.EsgSearchAnswer;
import org.bdm.server.discovery.esgsearch.RecordAnswer;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.event.CatalogEvents;
import org.bdm.server.discovery.globus.GlobusAnswer;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.RecordClaims;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.stac.StacAnswer;
import org.bdm.server.discovery.stac.StacItem;
import org.bdm.server.discovery.stac.StacPage;
import org.bdm.server.discovery.stac.StacQuery;
import org.bdm.server.discovery.thredds.ThreddsCatalog;
import org.bdm.server.drs.DatasetName;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What the fuzzer calls, one nested class for each parser, and what must hold for any input: nothing is thrown but a refusal, and every
 * claim has names that are names.
 */
final class IndexFuzz {
    private static final Findings FINDINGS = new Findings("fuzz", Asked.CLOCK, IndexFuzz::check);

    private IndexFuzz() {}

    public static final class EsgSearch {
        public static void fuzzerTestOneInput(byte[] input) {
            try {
                EsgSearchAnswer.read(new ByteArrayInputStream(input), IndexFuzz::take);
            } catch (JacksonException e) {
                refused(e);
            }
        }
    }

    public static final class EsgSearchRecords {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            try {
                RecordAnswer.read(new ByteArrayInputStream(input), IndexFuzz::take);
            } catch (JacksonException | IndexFailure e) {
                refused(e);
            }
        }
    }

    public static final class Globus {
        public static void fuzzerTestOneInput(byte[] input) {
            try {
                GlobusAnswer.read(new ByteArrayInputStream(input), IndexFuzz::take);
            } catch (JacksonException e) {
                refused(e);
            }
        }
    }

    public static final class Stac {
        public static void fuzzerTestOneInput(byte[] input) {
            try {
                StacAnswer.Page page =
                        StacAnswer.read(new ByteArrayInputStream(input), item -> item.ifPresent(IndexFuzz::takeItem));
                StacPage.first(URI.create("http://127.0.0.1/search"), StacQuery.ofNames(List.of("a"), 1))
                        .next(page.next());
            } catch (JacksonException e) {
                refused(e);
            }
        }
    }

    public static final class Events {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            new CatalogEvents("fuzz", Events::check, unreadable -> {
                        if (unreadable.line() < 1 || unreadable.reason().isBlank())
                            throw new AssertionError(unreadable);
                    })
                    .read(new ByteArrayInputStream(input));
        }

        private static void check(CatalogEvent event) {
            if (DatasetName.read(event.instanceId()).isEmpty()) throw new AssertionError(event);
            if (event instanceof CatalogEvent.Published published)
                published.claims().forEach(IndexFuzz::check);
        }
    }

    public static final class Thredds {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            try {
                ThreddsCatalog.read(
                        "fuzz",
                        URI.create("http://tds.example.org/thredds/catalog.xml"),
                        new ByteArrayInputStream(input),
                        FINDINGS,
                        claims -> claims.forEach(IndexFuzz::check));
            } catch (IndexFailure e) {
                refused(e);
            }
        }
    }

    private static void take(Optional<IndexRecord> record) {
        if (record.isEmpty()) return;
        try {
            check(RecordClaims.dataset("fuzz", record.get()));
        } catch (UnreadableRecord e) {
            refused(e);
        }
        try {
            check(RecordClaims.file("fuzz", record.get()));
        } catch (UnreadableRecord e) {
            refused(e);
        }
    }

    private static void takeItem(JsonNode item) {
        try {
            StacItem.of(item).claims("fuzz", FINDINGS).forEach(IndexFuzz::check);
        } catch (UnreadableRecord e) {
            refused(e);
        }
    }

    private static void refused(Exception e) {
        if (String.valueOf(e.getMessage()).isBlank()) throw new AssertionError(e);
    }

    private static void check(Claim claim) {
        boolean isNamed = DatasetName.read(claim.instanceId()).isPresent();
        boolean isHost = claim.dataNode().equals(claim.dataNode().toLowerCase(Locale.ROOT));
        if (!isNamed || !isHost) throw new AssertionError(claim);
        if (!(claim instanceof ClaimedFile file)) return;
        boolean isName = !file.fileName().isEmpty() && file.fileName().indexOf('/') < 0;
        if (!isName || file.size().orElse(0) < 0) throw new AssertionError(claim);
    }
}
