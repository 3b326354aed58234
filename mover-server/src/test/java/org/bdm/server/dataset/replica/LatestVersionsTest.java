package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which stored version is the latest, as versions come, are withdrawn and come back. */
class LatestVersionsTest {
    private static final String MASTER = DatasetName.of(DATASET).masterId();

    @TempDir
    Path home;

    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private static ReplicaSet merged(String instanceId, boolean isRetracted) {
        return ReplicaMerge.of(new InventedClaims()
                        .of(instanceId)
                        .dataset("a.org", false, true, isRetracted)
                        .file("a.org", "1.nc", 10, sha256(1))
                        .claims())
                .get(0);
    }

    private void store(ReplicaSet... sets) {
        new ReplicaStore(tree.catalog).put(new VersionFlags(tree.catalog).withLatest(List.of(sets)));
    }

    private void published(int... versions) {
        for (int version : versions) store(merged(MASTER + ".v" + version, false));
    }

    private void withdrawn(int... versions) {
        for (int version : versions) store(merged(MASTER + ".v" + version, true));
    }

    private List<Integer> latest(int... versions) {
        return java.util.Arrays.stream(versions)
                .filter(version -> isLatest(MASTER + ".v" + version))
                .boxed()
                .toList();
    }

    private boolean isLatest(String instanceId) {
        return tree.catalog.replicaSets().find(instanceId).orElseThrow().set().latest();
    }

    @Test
    void highestVersionIsTheLatestInWhateverOrderVersionsCome() {
        published(9, 20200101, 20190101);
        assertThat(latest(9, 20190101, 20200101)).containsExactly(20200101);
        published(20210101);
        assertThat(latest(9, 20190101, 20200101, 20210101)).containsExactly(20210101);
        published(20190101);
        assertThat(latest(9, 20190101, 20200101, 20210101)).containsExactly(20210101);
    }

    @Test
    void versionsThatComeTogetherAreComparedWithEachOtherAndOtherDatasetsAreNot() {
        String other = MASTER.replace(".tas.", ".pr.") + ".v20180101";
        store(merged(MASTER + ".v20190101", false), merged(other, false), merged(MASTER + ".v20200101", false));
        assertThat(latest(20190101, 20200101)).containsExactly(20200101);
        assertThat(isLatest(other)).isTrue();
    }

    @Test
    void withdrawnVersionGivesItsPlaceToTheHighestThatIsLeft() {
        published(20170101, 20180101, 20190101, 20200101);
        withdrawn(20190101);
        assertThat(latest(20170101, 20180101, 20190101, 20200101)).containsExactly(20200101);
        withdrawn(20200101);
        assertThat(latest(20170101, 20180101, 20190101, 20200101)).containsExactly(20180101);
        published(20200101);
        assertThat(latest(20170101, 20180101, 20190101, 20200101)).containsExactly(20200101);
    }

    @Test
    void oldVersionThatIsWithdrawnChangesNothingAboutTheLatest() {
        published(20190101, 20200101);
        withdrawn(20190101);
        assertThat(latest(20190101, 20200101)).containsExactly(20200101);
    }

    @Test
    void noVersionIsTheLatestWhenAllAreWithdrawn() {
        published(20190101, 20200101);
        withdrawn(20200101, 20190101);
        assertThat(latest(20190101, 20200101)).isEmpty();
    }

    @Test
    void otherSpellingOfTheSameVersionTakesNoPlaceFromIt() {
        published(20200101);
        store(merged((MASTER + ".v20200101").toUpperCase(Locale.ROOT).replace(".V2020", ".v2020"), false));
        assertThat(latest(20200101)).containsExactly(20200101);
    }

    @Test
    void setThatCannotBeStoredIsAnErrorOfItsOwn() {
        tree.catalog.close();
        ReplicaStore store = new ReplicaStore(tree.catalog);
        assertThatThrownBy(() -> store.put(List.of(merged(DATASET, false)))).isInstanceOf(MoverException.class);
    }

    @Test
    void eventsFollowKnownDatasetsOrAll() {
        assertThat(Stream.of("known", "ALL").map(EventRecords.Following::of))
                .containsExactly(EventRecords.Following.KNOWN, EventRecords.Following.ALL);
        assertThatThrownBy(() -> EventRecords.Following.of("some")).isInstanceOf(MoverException.class);
    }
}
