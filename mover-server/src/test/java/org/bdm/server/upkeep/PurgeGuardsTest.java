package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.upkeep.ArchiveSite.MASTER;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.announcing;
import static org.bdm.server.upkeep.ArchiveSite.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.MarkTreatment;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
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
        site.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()).join();
        AtomicInteger pages = new AtomicInteger();
        BooleanSupplier liftingAfterTheFirstPage = () -> {
            boolean isSecond = pages.incrementAndGet() == 2;
            if (isSecond) {
                site.announce(NEW, List.of(announcing("west", OptionalLong.of(300), OptionalLong.empty())), names);
            }
            return true;
        };
        new PurgeApplication(site.catalog, site.exports, site.stores(), plan, liftingAfterTheFirstPage).run();
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

    /** A holding of the old version is known otherwise than when the plan was made; the file is as it was. */
    private void know(String name, HoldingState state, long size) {
        StorePath path = StorePath.ofUtf8(path(OLD, name));
        Holding known =
                site.catalog.holdings().find(ArchiveSite.IN, List.of(path)).get(path);
        Holding changed = new Holding(
                ArchiveSite.IN,
                path,
                OLD,
                size,
                known.modified(),
                state,
                known.since(),
                known.digests(),
                known.inode(),
                null,
                null);
        site.catalog.holdings().put(List.of(changed)).join();
    }

    private PurgeFile file(PurgePlan plan, String name) {
        return site.files(plan).stream()
                .filter(file -> file.path().name().shown().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsKnownToBeDamagedOrOfAnotherSizeSinceThePlanWasMadeStays() {
        supersede("a.nc", "b.nc", "c.nc");
        PurgePlan plan = site.plan(false);
        know("a.nc", HoldingState.DAMAGED, 4);
        know("b.nc", HoldingState.VERIFIED, 5);
        PurgePlan ended = site.apply(plan);
        assertThat(file(ended, "a.nc").text()).isEqualTo("its state is DAMAGED now");
        assertThat(file(ended, "b.nc").text()).contains("another size or time since the plan was made");
        assertThat(file(ended, "c.nc").outcome()).isEqualTo(PurgeOutcome.REMOVED);
        assertThat(site.on(path(OLD, "a.nc"))).exists();
        assertThat(site.on(path(OLD, "b.nc"))).exists();
    }

    @Test
    void whatIsDamagedIsInNoPlan() {
        supersede("a.nc", "b.nc");
        know("a.nc", HoldingState.DAMAGED, 4);
        assertThat(site.files(site.plan(false)))
                .extracting(file -> file.path().name().shown())
                .containsExactly("b.nc");
        site.announce(NEW, List.of(announcing("west", OptionalLong.of(9), OptionalLong.empty())), "a.nc", "b.nc");
        assertThat(site.files(site.plan(true)))
                .as("also without a newer version")
                .extracting(file -> file.path().name().shown())
                .containsExactly("b.nc");
    }

    private HoldingPolicies quarantining() {
        return new HoldingPolicies(
                site.catalog,
                site.exports,
                PolicyChoice.always(HoldingPolicy.QUARANTINE, HoldingPolicy.QUARANTINE),
                site.purging);
    }

    @Test
    void whatIsInTheQuarantineStaysIfItChangedThereOrSomethingIsAtItsPlace() throws IOException {
        supersede("a.nc", "b.nc", "c.nc");
        quarantining().pass();
        PurgePlan plan = site.plan(false);
        site.write(path(OLD, "a.nc"), "what somebody put there");
        String keptAs = site.catalog
                .keptHoldings()
                .find(ArchiveSite.IN, List.of(file(plan, "b.nc").path()))
                .values()
                .iterator()
                .next()
                .keptAs();
        Files.setLastModifiedTime(site.on(".bdm/quarantine/" + keptAs), FileTime.fromMillis(0));
        PurgePlan ended = site.apply(plan);
        assertThat(file(ended, "a.nc").text()).contains("is in the quarantine, and something is at its place");
        assertThat(file(ended, "b.nc").text()).contains("another size or time in the quarantine");
        assertThat(file(ended, "c.nc").outcome()).isEqualTo(PurgeOutcome.REMOVED);
        assertThat(site.store.quarantine().names()).hasSize(2);
    }

    @Test
    void aMarkThatIsNotInForceMovesNothing() {
        site.hold(OLD, "a.nc");
        site.publish(OLD, false, "a.nc");
        site.publish(NEW, false, "a.nc");
        assertThat(site.mark(OLD)).isPresent();
        quarantining().pass();
        assertThat(site.mark(OLD).orElseThrow().treatment()).isEqualTo(MarkTreatment.NONE);
        assertThat(site.store.quarantine().names()).isEmpty();
        assertThat(site.on(path(OLD, "a.nc"))).exists();
    }
}
