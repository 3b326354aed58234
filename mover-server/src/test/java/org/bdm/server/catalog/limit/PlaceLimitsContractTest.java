package org.bdm.server.catalog.limit;

import static org.assertj.core.api.Assertions.assertThat;

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
class PlaceLimitsContractTest {
    private static final LimitedPlace DISK = LimitedPlace.export("disk");

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

    private PlaceLimits limits() {
        return open.catalog.placeLimits();
    }

    @Test
    void whatAChangeLeavesOutStaysAndAllOfItOutlivesARestart() {
        limits().set(DISK, new PlaceLimitChange(5L, 6L, null, 8, "slow disks", "ana"))
                .join();
        limits().set(LimitedPlace.node(3), new PlaceLimitChange(null, null, 7, null, null, "ana"))
                .join();
        PlaceLimit changed = limits().set(DISK, new PlaceLimitChange(0L, null, null, null, null, "ben"))
                .join();
        open.reopen();
        assertThat(limits().find(DISK)).contains(changed);
        assertThat(changed)
                .usingRecursiveComparison()
                .ignoringFields("changedAt")
                .isEqualTo(new PlaceLimit(DISK, 0, 6, 0, 8, "slow disks", "ben", changed.changedAt()));
        assertThat(limits().all())
                .extracting(limit -> limit.place().shownName() + " " + limit.streamsMax())
                .containsExactly("disk 0", "node-3 7");
    }

    @Test
    void nodesHearOfAChangeByTheVersionOfAllLimits() {
        long version = open.catalog.linkLimits().version();
        limits().set(DISK, new PlaceLimitChange(5L, null, null, null, null, "ana"))
                .join();
        assertThat(limits().remove(LimitedPlace.export("tape")).join()).isFalse();
        assertThat(open.catalog.linkLimits().version()).isEqualTo(version + 1);
        assertThat(limits().remove(DISK).join()).isTrue();
        assertThat(open.catalog.linkLimits().version()).isEqualTo(version + 2);
        assertThat(limits().all()).isEmpty();
    }
}
