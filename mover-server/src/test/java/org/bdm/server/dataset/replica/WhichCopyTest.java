package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.bdm.server.dataset.replica.LatestVersion.Known;
import org.bdm.server.dataset.replica.WantedNames.Wanted;
import org.bdm.server.drs.DatasetName;
import org.junit.jupiter.api.Test;

/** Which versions are wanted, which of them is the latest, and which copy is read first. */
class WhichCopyTest {
    private final CopyPolicy policy =
            new CopyPolicy(List.of("First.org", "second.org"), List.of("Bad.org"), Optional.of("X.org"), List.of());

    // ---- copies ----

    @Test
    void copiesOfPreferredNodesAreReadFirstInTheirOrder() {
        assertThat(policy.rank("first.org", "h")).isZero();
        assertThat(policy.rank("second.org", "h")).isEqualTo(1);
        assertThat(policy.rank("other.org", "h")).isEqualTo(2);
        assertThat(CopyPolicy.ANY.rank("first.org", "h")).isZero();
    }

    @Test
    void hostOfAnAddressCountsAsItsNodeDoesAndTheBetterOfBothDecides() {
        assertThat(policy.rank("other.org", "first.org")).isZero();
        assertThat(policy.rank("other.org", "second.org")).isEqualTo(1);
        assertThat(policy.rank("second.org", "first.org")).isZero();
        assertThat(policy.rank("first.org", "second.org")).isZero();
    }

    @Test
    void avoidedNodeOrHostIsNotRead() {
        assertThat(policy.avoids("bad.org", "h")).isTrue();
        assertThat(policy.avoids("n", "bad.org")).isTrue();
        assertThat(policy.avoids("n", "h")).isFalse();
    }

    @Test
    void namesInAPolicyAreComparedWithoutRegardToCase() {
        assertThat(policy.preferred()).containsExactly("first.org", "second.org");
        assertThat(policy.avoided()).containsExactly("bad.org");
        assertThat(policy.variantNode()).contains("x.org");
    }

    // ---- versions ----

    @Test
    void latestIsTheHighestVersionThatIsNotRetracted() {
        assertThat(LatestVersion.of(List.of(
                        new Known("20190101", false), new Known("20210101", true), new Known("20200101", false))))
                .contains("20200101");
        assertThat(LatestVersion.of(List.of(new Known("9", false), new Known("10", false))))
                .contains("10");
    }

    @Test
    void withoutAVersionThatCountsNoneIsTheLatest() {
        assertThat(LatestVersion.of(List.of())).isEmpty();
        assertThat(LatestVersion.of(List.of(new Known("", false), new Known("1", true))))
                .isEmpty();
    }

    // ---- names ----

    @Test
    void nameThatIsAskedForAndFoundIsWantedWhetherLatestOrNot() {
        DatasetName name = DatasetName.of("a.b.v1");
        WantedNames names = new WantedNames();
        names.addFound(name, true);
        assertThat(names.find(name.key())).contains(new Wanted(name, false, true));
        names.addFound(name, true);
        assertThat(names.find(name.key())).contains(new Wanted(name, false, true));
        names.addFound(name, false);
        assertThat(names.find(name.key())).contains(new Wanted(name, false, false));
        names.addNamed(name);
        names.addFound(name, true);
        assertThat(names.find(name.key())).contains(new Wanted(name, true, false));
        assertThat(names.size()).isEqualTo(1);
        assertThat(names.find("other")).isEmpty();
    }

    @Test
    void batchesDoNotPartTheVersionsOfADataset() {
        WantedNames names = new WantedNames();
        for (String id : List.of("a.v1", "a.v2", "a.v3", "b.v1", "c.v1", "d.v1")) names.addNamed(DatasetName.of(id));
        assertThat(names.batches(2))
                .extracting(batch ->
                        batch.stream().map(wanted -> wanted.name().instanceId()).toList())
                .containsExactly(List.of("a.v1", "a.v2", "a.v3"), List.of("b.v1", "c.v1"), List.of("d.v1"));
        assertThat(new WantedNames().batches(2)).isEmpty();
    }
}
