package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Test;

/** What an event of the stream leaves of what is stored. */
class EventClaimsTest {
    private static final Optional<Instant> LATER = Optional.of(Instant.parse("2026-05-01T00:00:00Z"));
    private static final CatalogEvent RETRACTED = new CatalogEvent.Retracted(DATASET, LATER);
    private static final ClaimedStatus WITHDRAWN =
            new ClaimedStatus(Optional.empty(), Optional.empty(), Optional.of(true), Optional.empty());

    /** Two files at the first node by "west", whose stream it is; one of them at the second by "ceda". */
    private static ReplicaSet stored() {
        return ReplicaMerge.of(new InventedClaims()
                        .by("west")
                        .original("first.org")
                        .file("first.org", "a.nc", 10, sha256(1))
                        .file("first.org", "b.nc", 20, sha256(2))
                        .by("ceda")
                        .copy("second.org")
                        .file("second.org", "a.nc", 10, sha256(1))
                        .claims())
                .get(0);
    }

    private static EventClaims claims() {
        return new EventClaims("west", Optional.of(stored()));
    }

    private static List<String> files(EventClaims claims) {
        return claims.set().orElseThrow().variants().get(0).files().stream()
                .map(ReplicaFile::name)
                .toList();
    }

    private static List<ReplicaCopy> copies(EventClaims claims, String name) {
        return claims.set().orElseThrow().variants().get(0).files().stream()
                .filter(file -> file.name().equals(name))
                .flatMap(file -> file.copies().stream())
                .toList();
    }

    private static ClaimedFile copy(String node, String name, String url) {
        return new ClaimedFile(
                "west",
                DATASET,
                node,
                name,
                OptionalLong.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(new ClaimedLocation(url, "HTTPServer")),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void publishedFilesOfANodeTakeThePlaceOfThoseItHadAndOtherNodesKeepTheirs() {
        EventClaims claims = claims();
        claims.published(new InventedClaims()
                .by("west")
                .original("first.org")
                .file("first.org", "c.nc", 30, sha256(3))
                .claims());
        assertThat(files(claims)).containsExactly("c.nc");
        assertThat(claims.set().orElseThrow().variants().get(1).files())
                .extracting(ReplicaFile::name)
                .as("nothing in common with the original any more")
                .containsExactly("a.nc");
    }

    @Test
    void recordWithoutFilesTakesNoFileAway() {
        EventClaims claims = claims();
        claims.published(new InventedClaims().by("west").original("first.org").claims());
        assertThat(files(claims)).containsExactly("a.nc", "b.nc");
    }

    @Test
    void copyThatIsAddedTakesThePlaceOfTheSameFileAtThatNodeOnly() {
        EventClaims claims = claims();
        claims.added(
                new CatalogEvent.ReplicaAdded(DATASET, LATER, "second.org", List.of()),
                "second.org",
                List.of(copy("second.org", "a.nc_1", "https://second.org/new/a.nc")));
        assertThat(copies(claims, "a.nc"))
                .extracting(ReplicaCopy::node, found -> found.url().orElse(""))
                .containsExactlyInAnyOrder(
                        tuple("first.org", urlOf("first.org")), tuple("second.org", "https://second.org/new/a.nc"));
        assertThat(files(claims)).containsExactly("a.nc", "b.nc");
        assertThat(claims.set().orElseThrow().claims())
                .extracting(ReplicaClaim::index, ReplicaClaim::node, ReplicaClaim::replica)
                .containsExactly(tuple("west", "second.org", Optional.of(true)));
    }

    private static String urlOf(String node) {
        return stored().variants().get(0).files().get(0).copies().stream()
                .filter(found -> found.node().equals(node))
                .flatMap(found -> found.url().stream())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void copyThatIsRemovedLeavesTheOtherFilesOfItsNodeAndANodeWithoutAnyIsForgotten() {
        EventClaims claims = claims();
        claims.removed("first.org", List.of("b.nc"));
        assertThat(files(claims)).containsExactly("a.nc");
        assertThat(copies(claims, "a.nc")).hasSize(2);
        claims.removed("second.org", List.of("a.nc"));
        assertThat(copies(claims, "a.nc")).extracting(ReplicaCopy::node).containsExactly("first.org");
        assertThat(claims.set().orElseThrow().nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.original()).isTrue());
    }

    @Test
    void flagIsSaidOfTheNodesOfWhichTheIndexSpokeAndItsOtherFlagsStay() {
        EventClaims claims = claims();
        claims.flags(RETRACTED, WITHDRAWN);
        ReplicaSet set = claims.set().orElseThrow();
        assertThat(set.retracted()).isTrue();
        assertThat(set.variants().get(0).files()).hasSize(2);
        assertThat(set.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.node()).isEqualTo("first.org");
            assertThat(claim.index()).isEqualTo("west");
            assertThat(claim.replica()).contains(false);
            assertThat(claim.latest()).contains(true);
            assertThat(claim.retracted()).contains(true);
            assertThat(claim.indexedAt()).isEqualTo(LATER);
        });
    }

    @Test
    void flagsThatAnEventDoesNotNameAreThoseOfTheSameNode() {
        ReplicaSet stored = ReplicaMerge.of(new InventedClaims()
                        .by("west")
                        .dataset("a.org", true, false, true)
                        .dataset("b.org", false, true, false)
                        .claims())
                .get(0);
        EventClaims claims = new EventClaims("west", Optional.of(stored));
        claims.flags(
                RETRACTED, new ClaimedStatus(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true)));
        assertThat(claims.set().orElseThrow().claims())
                .extracting(
                        ReplicaClaim::node,
                        ReplicaClaim::replica,
                        ReplicaClaim::latest,
                        ReplicaClaim::retracted,
                        ReplicaClaim::deprecated)
                .containsExactly(
                        tuple("a.org", Optional.of(true), Optional.of(false), Optional.of(true), Optional.of(true)),
                        tuple("b.org", Optional.of(false), Optional.of(true), Optional.of(false), Optional.of(true)));
        claims.flags(
                RETRACTED,
                new ClaimedStatus(Optional.empty(), Optional.of(true), Optional.of(false), Optional.empty()));
        assertThat(claims.set().orElseThrow().retracted()).isFalse();
    }

    @Test
    void indexThatNeverSpokeOfADatasetSaysAFlagOfAllItsNodesElseOfNone() {
        EventClaims claims = new EventClaims("stream", Optional.of(stored()));
        claims.flags(RETRACTED, WITHDRAWN);
        assertThat(claims.set().orElseThrow().claims())
                .extracting(ReplicaClaim::index, ReplicaClaim::node, ReplicaClaim::retracted)
                .containsExactly(
                        tuple("stream", "first.org", Optional.of(true)),
                        tuple("stream", "second.org", Optional.of(true)));
        EventClaims unknown = new EventClaims("stream", Optional.empty());
        assertThat(unknown.set()).isEmpty();
        unknown.flags(RETRACTED, WITHDRAWN);
        assertThat(unknown.set().orElseThrow().retracted()).isTrue();
    }

    @Test
    void eventIsOutdatedOnlyByWhatTheSameIndexSaidLater() {
        Instant told = Instant.parse("2026-01-01T00:00:00Z"); // by the invented records
        EventClaims claims = claims();
        assertThat(claims.isOutdated(new CatalogEvent.Retracted(DATASET, Optional.of(told.minusSeconds(1)))))
                .isTrue();
        assertThat(claims.isOutdated(new CatalogEvent.Retracted(DATASET, Optional.of(told))))
                .isFalse();
        assertThat(claims.isOutdated(new CatalogEvent.Retracted(DATASET, Optional.empty())))
                .isFalse();
        assertThat(new EventClaims("stream", Optional.of(stored()))
                        .isOutdated(new CatalogEvent.Retracted(DATASET, Optional.of(told.minusSeconds(1)))))
                .isFalse();
    }
}
