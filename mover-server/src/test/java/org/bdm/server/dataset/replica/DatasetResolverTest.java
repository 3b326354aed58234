package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which datasets are given for names and queries, and which are left out. */
class DatasetResolverTest {
    private static final String MASTER = DatasetName.of(DATASET).masterId();
    private static final String NEWER = MASTER + ".v20200101";
    private static final String OTHER = MASTER.replace(".tas.", ".pr.") + ".v20190101";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path home;

    private final FakeFederation federation = new FakeFederation();
    private final List<ReplicaSet> given = new ArrayList<>();
    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private static InventedClaims published(String... instanceIds) {
        InventedClaims told = new InventedClaims();
        for (String id : instanceIds) told.of(id).original("a.org").file("a.org", "1.nc", 10, sha256(1));
        return told;
    }

    private static InventedClaims withdrawn(InventedClaims told, String instanceId) {
        return told.of(instanceId).dataset("a.org", false, true, true).file("a.org", "1.nc", 10, sha256(1));
    }

    private static DatasetWishes named(String... names) {
        return new DatasetWishes(List.of(names), List.of());
    }

    private static DatasetWishes found() {
        return new DatasetWishes(List.of(), List.of(Selection.ofDatasets(List.of(DATASET, NEWER, OTHER))));
    }

    private DatasetResolver resolver() {
        return new DatasetResolver(federation, tree.catalog);
    }

    private Resolved resolve(DatasetWishes wishes, Keeping keeping) {
        given.clear();
        return resolver().resolve(wishes, keeping, given::add);
    }

    private Resolved stored(DatasetWishes wishes) {
        given.clear();
        return resolver().stored(wishes, given::add);
    }

    private List<String> names() {
        return given.stream().map(ReplicaSet::instanceId).toList();
    }

    private boolean isStored(String instanceId) {
        return tree.catalog.replicaSets().find(instanceId).isPresent();
    }

    @Test
    void versionThatIsNamedIsGivenWhateverItsState() {
        federation.say(withdrawn(published(NEWER), DATASET).claims());
        Resolved resolved = resolve(named(DATASET, MASTER + ".v1"), Keeping.STORED);
        assertThat(names()).containsExactly(DATASET);
        assertThat(given.get(0).retracted()).isTrue();
        assertThat(resolved.datasets()).isEqualTo(1);
        assertThat(resolved.unknown()).containsExactly(MASTER + ".v1");
        assertThat(resolved.leftOut()).isEmpty();
        assertThat(resolved.isComplete()).isTrue();
    }

    @Test
    void nameWithoutAVersionMeansTheLatest() {
        federation.say(published(DATASET, NEWER).claims());
        Resolved resolved = resolve(named(MASTER, "a.b.c"), Keeping.STORED);
        assertThat(names()).containsExactly(NEWER);
        assertThat(resolved.leftOut()).containsExactly(DATASET + ": a newer version is known");
        assertThat(resolved.unknown()).containsExactly("a.b.c");
    }

    @Test
    void withdrawnDatasetThatAQueryFoundIsLeftOutThoughAnotherOfTheBatchIsNamed() {
        federation.say(withdrawn(withdrawn(published(), DATASET), OTHER).claims());
        Resolved resolved = resolve(
                new DatasetWishes(List.of(OTHER), List.of(Selection.ofDatasets(List.of(DATASET)))), Keeping.FORGOTTEN);
        assertThat(names()).containsExactly(OTHER);
        assertThat(resolved.leftOut()).containsExactly(DATASET + ": an index says that it was withdrawn");
        assertThat(resolved.datasets()).isEqualTo(1);
    }

    @Test
    void queryForAllVersionsGivesOlderOnesToo() {
        federation.say(published(DATASET, NEWER).claims());
        Resolved resolved = resolve(found(), Keeping.FORGOTTEN);
        assertThat(names()).containsExactly(DATASET, NEWER);
        assertThat(resolved.datasets()).isEqualTo(2);
        assertThat(resolved.leftOut()).isEmpty();
    }

    @Test
    void onlyWhatIsToBeKeptIsStored() {
        federation.say(published(DATASET).claims());
        resolve(named(DATASET), Keeping.FORGOTTEN);
        assertThat(names()).containsExactly(DATASET);
        assertThat(isStored(DATASET)).isFalse();
        resolve(named(DATASET), Keeping.STORED);
        assertThat(isStored(DATASET)).isTrue();
    }

    @Test
    void filesThatAreStoredStayKnownWhileAnIndexDoesNotAnswer() {
        federation.say(published(DATASET).claims());
        resolve(named(DATASET), Keeping.STORED);
        federation.say(List.of(), new IndexWarning("west", "UNREACHABLE", "no connection", true, NOW));
        Resolved resolved = resolve(named(DATASET), Keeping.STORED);
        assertThat(given)
                .singleElement()
                .satisfies(set -> assertThat(set.variants().get(0).files())
                        .extracting(ReplicaFile::name)
                        .containsExactly("1.nc"));
        assertThat(resolved.isComplete()).isFalse();
    }

    @Test
    void fileThatNoIndexListsAnyMoreIsForgottenOnceAllAnswered() {
        federation.say(published(DATASET).file("a.org", "2.nc", 20, sha256(2)).claims());
        resolve(named(DATASET), Keeping.STORED);
        IndexWarning harmless = new IndexWarning("west", "UNKNOWN_FACET", "not asked", false, NOW);
        federation.say(published(DATASET).claims(), harmless);
        Resolved resolved = resolve(named(DATASET), Keeping.STORED);
        assertThat(given.get(0).variants().get(0).files())
                .extracting(ReplicaFile::name)
                .containsExactly("1.nc");
        assertThat(resolved.isComplete()).isTrue();
    }

    @Test
    void warningIsToldOnceHoweverOftenItComes() {
        IndexWarning later = new IndexWarning("west", "TIMED_OUT", "b", true, NOW.plusSeconds(1));
        federation.say(
                published(DATASET).claims(),
                new IndexWarning("west", "TIMED_OUT", "b", true, NOW),
                later,
                new IndexWarning("west", "TIMED_OUT", "a", true, NOW),
                new IndexWarning("west", "REFUSED", "b", true, NOW),
                new IndexWarning("east", "TIMED_OUT", "b", true, NOW));
        assertThat(resolve(named(DATASET), Keeping.FORGOTTEN).warnings())
                .extracting(warning -> warning.index() + " " + warning.code() + " " + warning.text())
                .containsExactly("east TIMED_OUT b", "west REFUSED b", "west TIMED_OUT a", "west TIMED_OUT b");
    }

    @Test
    void offlineTheStoredVersionOrTheLatestStoredOneIsGivenAndNobodyIsAsked() {
        federation.say(published(DATASET, NEWER).claims());
        resolve(found(), Keeping.STORED);
        federation.say(List.of());
        Resolved latest = stored(named(MASTER, "a.b.c"));
        assertThat(names()).containsExactly(NEWER);
        assertThat(latest.datasets()).isEqualTo(1);
        assertThat(latest.unknown()).containsExactly("a.b.c");
        stored(named(DATASET));
        assertThat(names()).containsExactly(DATASET);
        assertThat(federation.asked()).isEmpty();
    }

    @Test
    void offlineAQueryIsRefused() {
        Selection query = Selection.ofFacets(Map.of("variable_id", List.of("tas")));
        assertThatThrownBy(() -> stored(new DatasetWishes(List.of(), List.of(query))))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    }
}
