package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaNote;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Test;

/** What is said of a dataset version as a whole, and what is noted about it. */
class MergedDatasetTest {
    private static final Instant TOLD = Instant.parse("2026-01-01T00:00:00Z");

    private static ClaimedDataset record(
            String index, String node, boolean isReplica, String project, Optional<String> pid, long files) {
        DatasetName name = DatasetName.of(DATASET);
        return new ClaimedDataset(
                index,
                DATASET,
                name.masterId(),
                name.version(),
                project,
                node,
                new ClaimedStatus(Optional.of(isReplica), Optional.empty(), Optional.empty(), Optional.empty()),
                files < 0 ? OptionalLong.empty() : OptionalLong.of(files),
                OptionalLong.empty(),
                Map.of(),
                pid,
                Optional.of(TOLD));
    }

    private static ClaimedDataset of(String node, boolean isReplica, String project, String pid) {
        return record("west", node, isReplica, project, pid.isEmpty() ? Optional.empty() : Optional.of(pid), -1);
    }

    private static ReplicaSet only(InventedClaims told) {
        List<ReplicaSet> sets = ReplicaMerge.of(told.claims());
        assertThat(sets).hasSize(1);
        return sets.get(0);
    }

    private static List<String> codes(ReplicaSet set) {
        return set.notes().stream().map(ReplicaNote::code).toList();
    }

    private static List<String> texts(ReplicaSet set, String code) {
        return set.notes().stream()
                .filter(note -> note.code().equals(code))
                .map(ReplicaNote::text)
                .toList();
    }

    // ---- project and handle ----

    @Test
    void projectAndHandleAreThoseThatMostNodesGive() {
        ReplicaSet set = only(new InventedClaims()
                .add(of("a.org", true, "CMIP6", "hdl:2"))
                .add(of("b.org", true, "CMIP6", "hdl:2"))
                .add(of("c.org", false, "CMIP", "hdl:1")));

        assertThat(set.project()).isEqualTo("CMIP6");
        assertThat(set.pid()).contains("hdl:2");
        assertThat(codes(set)).contains("PROJECT", "PID");
    }

    @Test
    void ofProjectsThatAsManyNodesGiveThatOfTheOriginalIsTaken() {
        ReplicaSet set =
                only(new InventedClaims().add(of("a.org", true, "A", "hdl:1")).add(of("b.org", false, "B", "hdl:2")));

        assertThat(set.project()).isEqualTo("B");
        assertThat(set.pid()).contains("hdl:2");
    }

    @Test
    void nodeThatSaysNothingHasNoVoteAndOneThatSeveralIndexesNameHasOne() {
        ReplicaSet set = only(new InventedClaims()
                .add(of("a.org", true, "", ""))
                .add(of("b.org", true, "", ""))
                .add(of("c.org", true, "CMIP6", "hdl:1"))
                .add(record("east", "c.org", true, "CMIP6", Optional.of("hdl:1"), -1))
                .add(of("d.org", true, "CMIP", "hdl:0"))
                .add(of("e.org", true, "CMIP", "hdl:0")));

        assertThat(set.project()).isEqualTo("CMIP");
        assertThat(set.pid()).contains("hdl:0");
    }

    @Test
    void withoutProjectAndHandleBothStayUnknownAndNothingIsNoted() {
        ReplicaSet set = only(new InventedClaims().add(of("a.org", true, "", "")));

        assertThat(set.project()).isEmpty();
        assertThat(set.pid()).isEmpty();
        assertThat(codes(set)).doesNotContain("PROJECT", "PID");
    }

    // ---- name ----

    @Test
    void nameIsSpelledAsTheOriginalSpellsItElseAsMostNodesDo() {
        String lower = DATASET.toLowerCase(Locale.ROOT);
        InventedClaims copies = new InventedClaims().of(lower).copy("a.org").copy("b.org");
        ReplicaSet withOriginal = only(copies.of(DATASET).original("z.org"));
        assertThat(withOriginal.instanceId()).isEqualTo(DATASET);
        assertThat(texts(withOriginal, "SPELLING")).singleElement().asString().contains("the original");

        InventedClaims most = new InventedClaims().of(lower).copy("a.org").copy("b.org");
        ReplicaSet withoutOriginal = only(most.of(DATASET).copy("z.org"));
        assertThat(withoutOriginal.instanceId()).isEqualTo(lower);
        assertThat(texts(withoutOriginal, "SPELLING"))
                .singleElement()
                .asString()
                .contains("most nodes");
        assertThat(codes(only(new InventedClaims().original("a.org").copy("b.org"))))
                .doesNotContain("SPELLING");
    }

    // ---- states ----

    @Test
    void deprecatedAnywhereIsDeprecatedAndStaysTheLatestUntilItIsWithdrawn() {
        DatasetName name = DatasetName.of(DATASET);
        ClaimedDataset deprecated = new ClaimedDataset(
                "west",
                DATASET,
                name.masterId(),
                name.version(),
                "CMIP6",
                "b.org",
                new ClaimedStatus(Optional.of(true), Optional.empty(), Optional.empty(), Optional.of(true)),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of(),
                Optional.empty(),
                Optional.of(TOLD));
        ReplicaSet set = only(new InventedClaims().original("a.org").add(deprecated));

        assertThat(set.deprecated()).isTrue();
        assertThat(set.retracted()).isFalse();
        assertThat(set.latest()).isTrue();
        assertThat(only(new InventedClaims().original("a.org")).deprecated()).isFalse();
        ReplicaSet withdrawn = only(new InventedClaims().dataset("a.org", false, true, true));
        assertThat(withdrawn.retracted()).isTrue();
        assertThat(withdrawn.latest()).isFalse();
    }

    @Test
    void flagOfWhichNobodySaysTheContraryIsNotContested() {
        ReplicaSet agreed = only(new InventedClaims().original("a.org").copy("b.org"));
        assertThat(codes(agreed)).doesNotContain("RETRACTED_CONTESTED", "LATEST_CONTESTED");
        ReplicaSet withdrawn = only(new InventedClaims().dataset("a.org", false, false, true));
        assertThat(codes(withdrawn)).doesNotContain("RETRACTED_CONTESTED", "LATEST_CONTESTED");
    }

    // ---- numbers ----

    @Test
    void otherNumberOfFilesThanIsListedIsFoundAndTheSameNumberIsNot() {
        ReplicaSet part = only(new InventedClaims()
                .add(record("west", "a.org", false, "CMIP6", Optional.empty(), 2))
                .file("a.org", "1.nc", 10, sha256(1)));
        assertThat(texts(part, "FILES_MISSING")).containsExactly("west says 2 files, but 1 are listed");
        assertThat(codes(part)).contains("EXTENT_CONTESTED");

        ReplicaSet whole = only(new InventedClaims()
                .add(record("west", "a.org", false, "CMIP6", Optional.empty(), 1))
                .file("a.org", "1.nc", 10, sha256(1)));
        assertThat(codes(whole)).doesNotContain("FILES_MISSING", "EXTENT_CONTESTED");
    }

    @Test
    void numberOfFilesIsNotContestedWhileNoFileIsListed() {
        ReplicaSet set = only(new InventedClaims().add(record("west", "a.org", false, "CMIP6", Optional.empty(), 2)));
        assertThat(set.variants()).isEmpty();
        assertThat(codes(set)).doesNotContain("FILES_MISSING", "EXTENT_CONTESTED");
    }

    // ---- nodes ----

    @Test
    void everyNodeIsShownWithItsVariantFilesAndBytes() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", "1.nc", 10, sha256(1))
                .file("a.org", "2.nc", 20, sha256(2))
                .copy("b.org")
                .file("b.org", "1.nc", 11, sha256(3))
                .copy("c.org")
                .dataset("d.org", true, false, true)
                .file("e.org", "2.nc", 20, sha256(2)));

        assertThat(set.nodes())
                .containsExactly(
                        new ReplicaNode("a.org", true, false, OptionalInt.of(0), 2, 30),
                        new ReplicaNode("b.org", false, false, OptionalInt.of(1), 1, 11),
                        new ReplicaNode("c.org", false, false, OptionalInt.empty(), 0, 0),
                        new ReplicaNode("d.org", false, true, OptionalInt.empty(), 0, 0),
                        new ReplicaNode("e.org", false, false, OptionalInt.of(0), 1, 20));
    }

    @Test
    void whyAVariantIsTakenIsNoted() {
        ReplicaSet most = only(new InventedClaims()
                .file("a.org", "1.nc", 10, sha256(2))
                .file("b.org", "1.nc", 10, sha256(1))
                .file("c.org", "1.nc", 10, sha256(1)));
        assertThat(texts(most, "DIVERGENT"))
                .satisfiesExactlyInAnyOrder(
                        text -> assertThat(text).contains("at b.org, c.org,", "is taken: most nodes hold it"),
                        text -> assertThat(text).contains("at a.org,", "is not taken"));

        ReplicaSet even =
                only(new InventedClaims().file("a.org", "1.nc", 10, sha256(2)).file("b.org", "1.nc", 10, sha256(1)));
        assertThat(texts(even, "DIVERGENT"))
                .anySatisfy(text -> assertThat(text).contains("at a.org,", "is taken: nothing else decides"));

        assertThat(codes(only(new InventedClaims().file("a.org", "1.nc", 10, sha256(2)))))
                .doesNotContain("DIVERGENT");
    }
}
