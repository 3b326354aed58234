package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.upkeep.ArchiveSite.MASTER;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.announcing;
import static org.bdm.server.upkeep.ArchiveSite.path;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.bdm.server.catalog.HoldingState;
import org.bdm.server.catalog.PurgePlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mark that is no longer what it was when the plan was made stops the removal. */
class PurgeGuardsTest {
    private static final String NEWER = MASTER + ".v20210101";

    private ArchiveSite site;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void supersede(String... names) {
        site.hold(OLD, names);
        site.publish(OLD, false, names);
        site.hold(NEW, names);
        site.publish(NEW, false, names);
        assertThat(site.state(OLD, names[0])).isEqualTo(HoldingState.SUPERSEDED);
    }

    private void assertKept(PurgePlan plan, String reason) {
        assertThat(site.apply(plan).application().removedFiles()).isZero();
        assertThat(site.files(plan)).isNotEmpty().allMatch(file -> file.text().contains(reason));
        assertThat(site.on(path(OLD, "a.nc"))).exists();
    }

    @Test
    void whatWasPlannedAsSupersededIsNotRemovedAsRetracted() {
        supersede("a.nc", "b.nc");
        PurgePlan plan = site.plan(false);
        site.publish(OLD, true, "a.nc", "b.nc");
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
        assertKept(plan, "its dataset is RETRACTED now, and was SUPERSEDED when the plan was made");
    }

    @Test
    void whatWasPlannedForAnotherNewVersionIsNotRemoved() {
        supersede("a.nc", "b.nc");
        PurgePlan plan = site.plan(false);
        site.hold(NEWER, "a.nc", "b.nc");
        site.publish(NEWER, false, "a.nc", "b.nc");
        assertKept(plan, "takes its place now");
    }

    @Test
    void whatWasPlannedIsNotRemovedWhenTheNewVersionIsNoLongerWhole() {
        supersede("a.nc", "b.nc");
        PurgePlan plan = site.plan(false);
        site.announce(NEW, List.of(announcing("west", OptionalLong.of(9), OptionalLong.empty())), "a.nc", "b.nc");
        assertKept(plan, "no newer version is complete and verified here any more");
    }

    @Test
    void whatIsLeftOfALongPlanStaysWhenTheMarkIsLiftedInTheMiddle() {
        String[] names = IntStream.range(0, 201).mapToObj(i -> i + ".nc").toArray(String[]::new);
        supersede(names);
        PurgePlan plan = site.plan(false);
        site.catalog.purges().apply(plan.number(), "bob").join();
        AtomicInteger pages = new AtomicInteger();
        BooleanSupplier liftingAfterTheFirstPage = () -> {
            boolean isSecond = pages.incrementAndGet() == 2;
            if (isSecond) {
                site.announce(NEW, List.of(announcing("west", OptionalLong.of(300), OptionalLong.empty())), names);
            }
            return true;
        };
        new PurgeApplication(site.catalog, site.exports, plan, liftingAfterTheFirstPage).run();
        assertThat(site.catalog
                        .purges()
                        .find(plan.number())
                        .orElseThrow()
                        .application()
                        .keptFiles())
                .isEqualTo(1);
        assertThat(site.files(plan).get(200).text()).contains("no newer version is complete and verified here");
        assertThat(site.on(site.files(plan).get(200).path().toString().substring(1)))
                .exists();
    }
}
