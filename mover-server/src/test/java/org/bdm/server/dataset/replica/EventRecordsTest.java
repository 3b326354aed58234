package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.dataset.replica.EventRecords.Following;
import org.bdm.server.dataset.replica.EventRecords.Outcome;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventRecordsTest {
    private static final String NEWER = DatasetName.of(DATASET).masterId() + ".v20200101";
    private static final Optional<Instant> LATER = Optional.of(Instant.parse("2026-05-01T00:00:00Z"));
    private static final Optional<Instant> LONG_AGO = Optional.of(Instant.parse("2024-05-01T00:00:00Z"));

    @TempDir
    Path home;

    private final FakeFederation federation = new FakeFederation();
    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private EventRecords records(Following following) {
        return new EventRecords(tree.catalog, new DatasetResolver(federation, tree.catalog), "west", following);
    }

    private Outcome take(CatalogEvent event) {
        return records(Following.KNOWN).take(event);
    }

    /** Two files at the publisher's node, told by two indexes, one of which is that of the stream. */
    private void known() {
        List<Claim> claims = new InventedClaims()
                .by("west")
                .original("first.example")
                .file("first.example", "a.nc", 10, sha256(1))
                .file("first.example", "b.nc", 20, sha256(2))
                .by("ceda")
                .original("first.example")
                .copy("second.example")
                .file("second.example", "a.nc", 10, sha256(1))
                .claims();
        new ReplicaStore(tree.catalog).put(ReplicaMerge.of(claims));
    }

    private ReplicaSet set(String instanceId) {
        return tree.catalog.replicaSets().find(instanceId).orElseThrow().set();
    }

    private List<String> nodesOf(String fileName) {
        List<ReplicaFile> files = set(DATASET).variants().get(0).files();
        return files.stream()
                .filter(file -> file.name().equals(fileName))
                .flatMap(file -> file.copies().stream())
                .map(ReplicaCopy::node)
                .toList();
    }

    private static CatalogEvent published(String instanceId, Optional<Instant> at, String node) {
        return new CatalogEvent.Published(
                instanceId,
                at,
                new InventedClaims()
                        .by("west")
                        .of(instanceId)
                        .original(node)
                        .file(node, "a.nc", 10, sha256(1))
                        .claims());
    }

    private static CatalogEvent copies(String node, Optional<Instant> at, String fileName) {
        ClaimedFile copy = new ClaimedFile(
                "west",
                DATASET,
                node,
                fileName,
                OptionalLong.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(new ClaimedLocation("https://" + node + "/" + fileName, "HTTPServer")),
                Optional.empty(),
                Optional.empty());
        return new CatalogEvent.ReplicaAdded(DATASET, at, node, List.of(copy));
    }

    @Test
    void aNewVersionOfAKnownDatasetTakesThePlaceOfTheOldOne() {
        known();

        assertThat(take(published(NEWER, LATER, "first.example"))).isEqualTo(Outcome.TAKEN);

        assertThat(set(NEWER).latest()).isTrue();
        assertThat(set(DATASET).latest()).isFalse();
        assertThat(set(NEWER).variants().get(0).files()).hasSize(1);
    }

    @Test
    void aDatasetThatNobodyKnowsIsPassedOverUnlessAllAreFollowed() {
        assertThat(take(published(DATASET, LATER, "first.example"))).isEqualTo(Outcome.PASSED_OVER);
        assertThat(tree.catalog.replicaSets().find(DATASET)).isEmpty();

        assertThat(records(Following.ALL).take(published(DATASET, LATER, "first.example")))
                .isEqualTo(Outcome.TAKEN);
        assertThat(set(DATASET).project()).isEqualTo("CMIP6");
    }

    @Test
    void aDatasetOfWhichAVersionIsHeldIsFollowed() {
        Path file = tree.write(InventedClaims.DIRECTORY + "/a.nc", "x");
        assertThat(file).exists();
        tree.survey(SurveyKind.SCAN, "bdm://here/in/");

        assertThat(take(published(NEWER, LATER, "first.example"))).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void aCopyComesAndGoesAndTheOthersStay() {
        known();

        assertThat(take(copies("third.example", LATER, "b.nc"))).isEqualTo(Outcome.TAKEN);
        assertThat(nodesOf("b.nc")).containsExactlyInAnyOrder("first.example", "third.example");
        assertThat(nodesOf("a.nc")).containsExactlyInAnyOrder("first.example", "second.example");

        take(new CatalogEvent.ReplicaRemoved(DATASET, LATER, "third.example", List.of("b.nc")));
        assertThat(nodesOf("b.nc")).containsExactly("first.example");
        assertThat(set(DATASET).nodes()).extracting(ReplicaNode::name).doesNotContain("third.example");
    }

    @Test
    void theSameEventAgainChangesNothing() {
        known();
        take(copies("third.example", LATER, "b.nc"));
        ReplicaSet once = set(DATASET);

        take(copies("third.example", LATER, "b.nc"));

        assertThat(set(DATASET).variants()).isEqualTo(once.variants());
        assertThat(set(DATASET).nodes()).isEqualTo(once.nodes());
    }

    @Test
    void aRetractionKeepsTheFilesAndAPublicationTakesItBack() {
        known();

        assertThat(take(new CatalogEvent.Retracted(DATASET, LATER))).isEqualTo(Outcome.TAKEN);
        assertThat(set(DATASET).retracted()).isTrue();
        assertThat(set(DATASET).variants().get(0).files()).hasSize(2);
        assertThat(set(DATASET).nodes()).extracting(ReplicaNode::original).contains(true);

        assertThat(take(published(DATASET, LATER, "first.example"))).isEqualTo(Outcome.TAKEN);
        assertThat(set(DATASET).retracted()).isFalse();
    }

    @Test
    void whatIsHiddenIsAsGoodAsRetracted() {
        known();

        take(new CatalogEvent.Hidden(DATASET, LATER));

        assertThat(set(DATASET).retracted()).isTrue();
    }

    @Test
    void aFlagThatChangesLeavesTheOthers() {
        known();

        take(new CatalogEvent.StatusChanged(
                DATASET,
                LATER,
                new ClaimedStatus(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true))));

        assertThat(set(DATASET).deprecated()).isTrue();
        assertThat(set(DATASET).retracted()).isFalse();
        assertThat(set(DATASET).variants().get(0).files()).hasSize(2);
    }

    @Test
    void anEventThatIsOlderThanWhatTheIndexSaidIsPassedOver() {
        known();

        assertThat(take(new CatalogEvent.Retracted(DATASET, LONG_AGO))).isEqualTo(Outcome.PASSED_OVER);
        assertThat(set(DATASET).retracted()).isFalse();
    }

    @Test
    void whatOnlyChangedIsReadFromTheIndexesAgain() {
        known();
        CatalogEvent changed = new CatalogEvent.Changed(DATASET, LATER, List.of("/assets/c.nc"));
        federation.say(new InventedClaims()
                .by("west")
                .original("first.example")
                .file("first.example", "c.nc", 30, sha256(3))
                .claims());

        assertThat(take(changed)).isEqualTo(Outcome.TAKEN);
        assertThat(set(DATASET).variants().get(0).files())
                .extracting(ReplicaFile::name)
                .contains("c.nc");

        federation.say(
                List.of(),
                new IndexWarning("west", "UNREACHABLE", "no connection", true, Instant.parse("2026-01-01T00:00:00Z")));
        assertThat(take(changed)).isEqualTo(Outcome.NOT_READ);
    }
}
