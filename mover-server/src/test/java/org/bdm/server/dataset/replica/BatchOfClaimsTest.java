package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.md5;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Test;

class BatchOfClaimsTest {
    private static ReplicaSet stored(InventedClaims told) {
        return ReplicaMerge.of(told.claims()).get(0);
    }

    /** What comes of hearing this when {@code stored} is known and every index answered in full. */
    private static ReplicaSet heard(ReplicaSet stored, InventedClaims told) {
        BatchOfClaims batch = new BatchOfClaims();
        told.claims().forEach(batch::add);
        batch.remember(stored, true);
        List<ReplicaSet> sets = batch.sets();
        assertThat(sets).hasSize(1);
        return sets.get(0);
    }

    private static InventedClaims by(String index, boolean isRetracted) {
        return new InventedClaims().by(index).dataset("a.org", false, !isRetracted, isRetracted);
    }

    @Test
    void aWithdrawalStaysUntilTheIndexThatSaidItTakesItBack() {
        ReplicaSet withdrawn = stored(by("east", true));
        assertThat(withdrawn.retracted()).isTrue();
        assertThat(heard(withdrawn, by("west", false)).retracted())
                .as("another index does not know yet")
                .isTrue();
        assertThat(heard(withdrawn, by("east", false)).retracted()).isFalse();
    }

    @Test
    void oneIndexThatSaysItIsEnough() {
        InventedClaims both = by("west", false).by("east").dataset("b.org", true, false, true);
        assertThat(heard(stored(by("west", false)), both).retracted()).isTrue();
    }

    // ---- files ----

    private static InventedClaims files(String... nodes) {
        InventedClaims told = new InventedClaims().by("west");
        for (String node : nodes) told.copy(node).file(node, "1.nc", 10, sha256(1));
        return told;
    }

    private static ReplicaSet heard(ReplicaSet stored, InventedClaims told, boolean isComplete) {
        BatchOfClaims batch = new BatchOfClaims();
        told.claims().forEach(batch::add);
        batch.remember(stored, isComplete);
        return batch.sets().get(0);
    }

    private static List<String> nodesWithFiles(ReplicaSet set) {
        return set.nodes().stream()
                .filter(node -> node.files() > 0)
                .map(ReplicaNode::name)
                .toList();
    }

    @Test
    void nodeThatNobodyListsKeepsItsFilesOnlyWhileAnIndexDidNotAnswer() {
        ReplicaSet stored = stored(files("a.org", "b.org"));
        assertThat(nodesWithFiles(heard(stored, files("a.org"), false))).containsExactly("a.org", "b.org");
        assertThat(nodesWithFiles(heard(stored, files("a.org"), true))).containsExactly("a.org");
    }

    @Test
    void nodeThatIsListedAgainHasTheFilesThatAreListedNow() {
        ReplicaSet stored = stored(files("a.org").file("a.org", "2.nc", 20, sha256(2)));
        ReplicaSet set = heard(stored, files("a.org"), false);
        assertThat(set.variants().get(0).files()).extracting(ReplicaFile::name).containsExactly("1.nc");
    }

    @Test
    void filesStayKnownWhenNobodyListsAny() {
        ReplicaSet stored = stored(files("a.org"));
        assertThat(nodesWithFiles(heard(stored, by("west", false), true))).containsExactly("a.org");
    }

    @Test
    void filesOfAWithdrawnDatasetStayKnownThoughOthersAreListed() {
        ReplicaSet stored = stored(files("a.org"));
        InventedClaims withdrawnNow = files("b.org").by("east").dataset("c.org", true, false, true);
        assertThat(nodesWithFiles(heard(stored, withdrawnNow, true))).containsExactly("a.org", "b.org");
        ReplicaSet withdrawnBefore = stored(files("a.org").dataset("a.org", true, false, true));
        assertThat(nodesWithFiles(heard(withdrawnBefore, files("b.org"), true))).containsExactly("a.org", "b.org");
    }

    @Test
    void withdrawalThatIsNotTakenBackIsRememberedAndOtherClaimsOfItsNodeAreNot() {
        ReplicaSet stored = stored(files("a.org").by("east").dataset("a.org", false, false, true));
        ReplicaSet set = heard(stored, files("a.org"), true);
        assertThat(set.retracted()).isTrue();
        assertThat(set.claims()).extracting(ReplicaClaim::index).containsExactly("west");
    }

    @Test
    void claimThatWasNotMadeJustNowIsNotStoredAnew() {
        ReplicaSet stored = stored(files("a.org", "b.org"));
        assertThat(heard(stored, files("a.org"), false).claims())
                .extracting(ReplicaClaim::node)
                .containsExactly("a.org");
    }

    @Test
    void rememberedFilesAreWhatTheyWere() {
        Optional<Instant> modified = Optional.of(Instant.parse("2019-12-07T01:02:03Z"));
        ClaimedFile timed = new ClaimedFile(
                "west",
                DATASET,
                "d.org",
                "1.nc",
                OptionalLong.of(11),
                List.of(sha256(1)),
                List.of(),
                Optional.of("hdl:1"),
                List.of(new ClaimedLocation("https://d.org/1.nc", "HTTPServer")),
                Optional.of(InventedClaims.DIRECTORY + "/1.nc"),
                modified);
        ReplicaSet stored = stored(new InventedClaims()
                .original("a.org")
                .file("a.org", "1.nc", 10, sha256(1), md5(1))
                .file("b.org", "1.nc", -1, md5(1))
                .withoutAddress("c.org", "1.nc", 10, sha256(1))
                .file("e.org", "1.nc", 10, sha256(9))
                .add(timed));
        ReplicaSet set = heard(stored, new InventedClaims().of(DATASET).copy("z.org"), false);
        assertThat(set.variants()).isEqualTo(stored.variants());
        assertThat(set.variants()).hasSize(2);
        assertThat(set.variants().get(0).files().get(0).modified()).isEqualTo(modified);
        assertThat(set.directory()).isEqualTo(stored.directory());
    }

    @Test
    void claimWithAnImpossibleNameIsNotTaken() {
        BatchOfClaims batch = new BatchOfClaims();
        files("a.org").of("x".repeat(1_001)).copy("a.org").claims().forEach(batch::add);
        assertThat(batch.sets()).extracting(ReplicaSet::instanceId).containsExactly(DATASET);
    }
}
