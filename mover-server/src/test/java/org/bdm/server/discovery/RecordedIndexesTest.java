package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.discovery.esgsearch.EsgSearchAnswer;
import org.bdm.server.discovery.esgsearch.RecordAnswer;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.event.CatalogEvents;
import org.bdm.server.discovery.globus.GlobusAnswer;
import org.bdm.server.discovery.http.AnswerReader;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.RecordClaims;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.stac.StacItem;
import org.bdm.server.discovery.thredds.ThreddsCatalog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Answers, items, catalogs and events as they were recorded, when they are beside the checkout; they are not part of it. */
class RecordedIndexesTest {
    private static final Path DIRECTORY = Path.of(System.getProperty(
            "bdm.esgf-fixtures", Path.of("..", "..", "shared", "esgf-fixtures").toString()));

    private final List<Claim> claims = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();

    @BeforeEach
    void areThere() {
        assumeTrue(Files.isDirectory(DIRECTORY), () -> "skipped: there are no recorded answers in " + DIRECTORY);
    }

    /** Counts by file: datasets, files, digests, digests that are none that is computed here, addresses over HTTP. */
    private static String told(List<Claim> claims) {
        int datasets = 0;
        int files = 0;
        int digests = 0;
        int unread = 0;
        int addresses = 0;
        for (Claim claim : claims) {
            if (!(claim instanceof ClaimedFile file)) {
                datasets++;
                continue;
            }
            files++;
            digests += file.digests().size();
            unread += file.digestsUnread().size();
            addresses += (int)
                    file.locations().stream().filter(ClaimedLocation::isHttp).count();
        }
        return datasets + " datasets, " + files + " files, " + digests + " digests, " + unread + " unread, " + addresses
                + " addresses";
    }

    private static List<Path> files(String directory, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY.resolve(directory))) {
            return files.filter(file -> file.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
        }
    }

    private void take(Optional<IndexRecord> record) {
        try {
            IndexRecord given = record.orElseThrow();
            claims.add(
                    RecordClaims.isFile(given) ? RecordClaims.file("rec", given) : RecordClaims.dataset("rec", given));
        } catch (UnreadableRecord e) {
            unreadable.add(e.reason());
        }
    }

    private Map<String, String> toldBy(List<Path> files, AnswerReader<?> reader) throws IOException, IndexFailure {
        assertThat(files).isNotEmpty();
        Map<String, String> told = new TreeMap<>();
        for (Path file : files) {
            claims.clear();
            reader.read(new ByteArrayInputStream(Files.readAllBytes(file)));
            told.put(file.getFileName().toString(), told(claims));
            checkMerged(file);
        }
        assertThat(unreadable).isEmpty();
        return told;
    }

    /** Every recorded answer gives replica sets, the same ones whatever its order, and a place for each file. */
    private void checkMerged(Path file) throws IOException {
        List<ReplicaSet> sets = ReplicaMerge.of(claims);
        List<Claim> turned = new ArrayList<>(claims);
        Collections.reverse(turned);
        assertThat(ReplicaMerge.of(turned)).as(file.toString()).isEqualTo(sets);
        assertThat(sets.isEmpty()).as(file.toString()).isEqualTo(claims.isEmpty());
        for (ReplicaSet set : sets) {
            assertThat(set.variants())
                    .as(set.instanceId())
                    .allSatisfy(variant -> assertThat(variant.files())
                            .allMatch(one -> one.path().isPresent()));
        }
    }

    @Test
    void everySolrAnswerIsRead() throws Exception {
        Map<String, String> told = toldBy(files("solr", ".*\\.json"), body -> EsgSearchAnswer.read(body, this::take));

        told.forEach((file, counts) -> {
            if (file.startsWith("envelope_") && !file.contains("_1_")) {
                assertThat(counts).as(file).startsWith("0 datasets, 0 files");
            }
            if (file.startsWith("docs_"))
                assertThat(counts).as(file).startsWith("0 datasets").doesNotContain(" 0 files");
        });
    }

    @Test
    void everyPublicationRecordIsRead() throws Exception {
        Map<String, String> told =
                toldBy(files("solr", "record_.*\\.xml"), body -> RecordAnswer.read(body, this::take));

        told.forEach((file, counts) -> {
            boolean isOfFile = file.endsWith("_file.xml");
            assertThat(counts)
                    .as(file)
                    .isEqualTo(
                            isOfFile
                                    ? "0 datasets, 1 files, 1 digests, 0 unread, 1 addresses"
                                    : "1 datasets, 0 files, 0 digests, 0 unread, 0 addresses");
        });
    }

    @Test
    void everyGlobusSearchAnswerIsRead() throws Exception {
        toldBy(files("globus-search", ".*\\.json"), body -> GlobusAnswer.read(body, this::take));
    }

    @Test
    void everyThreddsCatalogIsRead() throws Exception {
        Findings findings = new Findings("rec", Asked.CLOCK, claim -> {});
        toldBy(
                files("thredds", ".*\\.xml"),
                body -> ThreddsCatalog.read(
                        "rec", URI.create("http://pcmdi3.llnl.gov/thredds/x.xml"), body, findings, claims::addAll));
        assertThat(findings.warnings()).isEmpty();
    }

    @Test
    void everyItemIsRead() throws Exception {
        Findings findings = new Findings("rec", Asked.CLOCK, claim -> {});
        toldBy(files("stac", "item_.*\\.json"), body -> {
            JsonNode item = JsonAnswers.MAPPER.readTree(body);
            try {
                return claims.addAll(StacItem.of(item).claims("rec", findings));
            } catch (UnreadableRecord e) {
                return unreadable.add(e.reason());
            }
        });
        assertThat(findings.warnings()).isEmpty();
    }

    @Test
    void everyEventIsRead() throws Exception {
        List<CatalogEvent> events = new ArrayList<>();
        toldBy(
                files("stac", "kafka_.*\\.json"),
                body -> new CatalogEvents(
                                "rec",
                                event -> {
                                    events.add(event);
                                    if (event instanceof CatalogEvent.Published made) claims.addAll(made.claims());
                                },
                                refused -> unreadable.add(refused.line() + ": " + refused.reason()))
                        .read(body));
        assertThat(events).isNotEmpty();
    }
}
