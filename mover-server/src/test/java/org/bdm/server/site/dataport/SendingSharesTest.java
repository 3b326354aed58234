package org.bdm.server.site.dataport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.SendLimits;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitChange;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SendingSharesTest {
    private final List<SendLimits> told = new ArrayList<>();
    private int nodes = 1;
    private OpenCatalog open;
    private SendingShares shares;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
        shares = new SendingShares(open.catalog, told::add, Map::of, () -> nodes);
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void aNodeIsToldItsPartAndOnlyWhenThatChanges() {
        shares.pass();
        assertThat(told).as("no limit").isEmpty();
        limitOut(LimitedPlace.link("there"), 9_000_000);
        limitOut(LimitedPlace.link("*"), 20_000_000);
        shares.pass();
        shares.pass();
        nodes = 2;
        shares.pass();
        open.catalog
                .limits()
                .remove(LimitedPlace.link("*"), Limit.Direction.BOTH, "ana")
                .join();
        shares.pass();
        assertThat(told)
                .containsExactly(
                        new SendLimits(20_000_000, Map.of(new SiteName("there"), 9_000_000L), Map.of()),
                        new SendLimits(10_000_000, Map.of(new SiteName("there"), 4_500_000L), Map.of()),
                        new SendLimits(0, Map.of(new SiteName("there"), 4_500_000L), Map.of()));
    }

    @Test
    void theLimitOfAnExportIsDividedAndThatOfANodeIsItsOwn() {
        nodes = 2;
        long self = open.catalog.nodes().own();
        limitOut(LimitedPlace.export("tape"), 8_000_000);
        limitOut(LimitedPlace.node(self), 3_000_000);
        limitOut(LimitedPlace.node(self + 1), 1);
        limitOut(LimitedPlace.link("*"), 20_000_000);
        shares.pass();
        assertThat(told).containsExactly(new SendLimits(3_000_000, Map.of(), Map.of("tape", 4_000_000L)));
    }

    private void limitOut(LimitedPlace place, long bytesPerSecond) {
        LimitChange change = new LimitChange(null, bytesPerSecond, null, null, null, "ana");
        open.catalog.limits().set(place, change).join();
    }
}
