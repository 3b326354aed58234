package org.bdm.server.catalog.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class LimitsContractTest {
    private static final LimitedPlace NORTH = LimitedPlace.link("north");

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private Limits limits() {
        return open.catalog.limits();
    }

    @Test
    void whatAChangeLeavesOutStaysAndAllOfItOutlivesARestart() {
        long version = limits().version();
        limits().set(NORTH, new LimitChange(200_000_000L, 5L, null, null, "shared line", "ana"))
                .join();
        limits().set(LimitedPlace.link("*"), new LimitChange(5L, null, 6, null, null, "ana"))
                .join();
        Limit changed = limits().set(NORTH, new LimitChange(null, null, 4, 8, null, "ben"))
                .join();
        open.reopen();

        assertThat(limits().find(NORTH)).contains(changed);
        assertThat(changed)
                .usingRecursiveComparison()
                .ignoringFields("changedAt")
                .isEqualTo(new Limit(NORTH, 200_000_000, 5, 4, 8, "shared line", "ben", changed.changedAt()));
        assertThat(limits().version()).isEqualTo(version + 3);

        Limit removed = limits().set(NORTH, new LimitChange(0L, null, null, null, "", "ben"))
                .join();
        assertThat(removed.inBytesPerSecondMax()).isZero();
        assertThat(removed.streamsMax()).isEqualTo(4);
        assertThat(removed.note()).isEmpty();
    }

    @Test
    void linksExportsAndNodesAreInOneListByKindAndName() {
        LimitChange change = new LimitChange(null, null, null, 7, null, "ana");
        for (LimitedPlace place : List.of(
                LimitedPlace.node(3),
                NORTH,
                LimitedPlace.export("north"),
                LimitedPlace.link("*"),
                LimitedPlace.export("disk"))) limits().set(place, change).join();
        assertThat(limits().all())
                .extracting(limit -> limit.place().kind() + " " + limit.place().shownName())
                .containsExactly("LINK *", "LINK north", "EXPORT disk", "EXPORT north", "NODE node-3");
    }

    @Test
    void aLimitThatIsRemovedIsGoneAndOnlyThatIsCounted() {
        limits().set(NORTH, new LimitChange(1L, null, 2, null, null, "ana")).join();
        long version = limits().version();
        assertThat(remove(LimitedPlace.link("south"), Limit.Direction.BOTH)).isFalse();
        assertThat(remove(LimitedPlace.export("north"), Limit.Direction.BOTH)).isFalse();
        assertThat(limits().version()).isEqualTo(version);
        assertThat(remove(NORTH, Limit.Direction.BOTH)).isTrue();
        assertThat(limits().version()).isEqualTo(version + 1);
        assertThat(limits().all()).isEmpty();
    }

    @Test
    void oneDirectionIsRemovedAndTheOtherStays() {
        limits().set(NORTH, new LimitChange(1L, 2L, 3, 4, "shared line", "ana")).join();
        assertThat(remove(NORTH, Set.of(Limit.Direction.IN))).isTrue();
        assertThat(remove(NORTH, Set.of(Limit.Direction.IN))).isFalse();
        Limit left = limits().find(NORTH).orElseThrow();
        assertThat(left)
                .usingRecursiveComparison()
                .ignoringFields("changedAt")
                .isEqualTo(new Limit(NORTH, 0, 2, 0, 0, "shared line", "ben", left.changedAt()));
        assertThat(remove(NORTH, Set.of(Limit.Direction.OUT))).isTrue();
        assertThat(limits().all()).isEmpty();
    }

    private boolean remove(LimitedPlace place, Set<Limit.Direction> directions) {
        return limits().remove(place, directions, "ben").join();
    }

    @Test
    void aNodeHearsNothingOfItselfAndReplacesWhatItTold() {
        LinkUse use = new LinkUse(1, 7, "north", "data", true, 2, 17, 3, 4, Long.MAX_VALUE, 6);
        limits().tell(List.of(use, new LinkUse(1, 7, "north", "", false, 1, 4, 1, 1, 1, 1)));
        limits().tell(List.of(use));
        assertThat(limits().ofOthers(Duration.ofSeconds(10))).isEmpty();
    }
}
