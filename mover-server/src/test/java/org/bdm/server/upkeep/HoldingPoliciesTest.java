package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.MarkTreatment;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.holding.dispute.DisputedHoldings;
import org.bdm.server.holding.dispute.QuarantineSweep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldingPoliciesTest {
    private ArchiveSite site;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private HoldingPolicies policies(HoldingPolicy policy) {
        return new HoldingPolicies(
                site.catalog, site.exports, PolicyChoice.always(policy, HoldingPolicy.KEEP), site.purging);
    }

    private void retract() {
        site.hold(OLD, "a.nc", "b.nc");
        site.publish(OLD, true, "a.nc", "b.nc");
    }

    private MarkTreatment treatment() {
        return site.mark(OLD).orElseThrow().treatment();
    }

    @Test
    void keepingChangesNothing() {
        retract();
        policies(HoldingPolicy.KEEP).pass();
        assertThat(site.on(path(OLD, "a.nc"))).hasContent("a.nc");
        assertThat(treatment()).isEqualTo(MarkTreatment.NONE);
    }

    @Test
    void whatIsWithdrawnGoesIntoTheQuarantineAndComesBackWhenThatIsTakenBack() throws IOException {
        retract();
        Object modified = Files.getLastModifiedTime(site.on(path(OLD, "a.nc")));
        HoldingPolicies policies = policies(HoldingPolicy.QUARANTINE);
        policies.pass();
        assertThat(site.on(path(OLD, "a.nc"))).doesNotExist();
        assertThat(site.store.quarantine().names()).hasSize(2);
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
        assertThat(treatment()).isEqualTo(MarkTreatment.QUARANTINED);
        policies.pass();
        assertThat(site.store.quarantine().names()).as("again").hasSize(2);
        DisputedHoldings disputed = new DisputedHoldings(site.catalog, site.exports, site.clock);
        try (QuarantineSweep sweep = new QuarantineSweep(site.catalog, site.exports, disputed)) {
            sweep.start(Duration.ofSeconds(30));
        }
        assertThat(site.events()).as("it is no left-over").doesNotContain("QUARANTINE_LEFTOVER");

        site.publish(OLD, false, "a.nc", "b.nc");
        policies.pass();
        assertThat(site.on(path(OLD, "a.nc"))).hasContent("a.nc");
        assertThat(Files.getLastModifiedTime(site.on(path(OLD, "a.nc")))).isEqualTo(modified);
        assertThat(site.store.quarantine().names()).isEmpty();
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(site.catalog.keptHoldings().after(0, 10)).isEmpty();
        assertThat(site.events()).contains("DATASET_QUARANTINED", "DATASET_RESTORED");
    }

    @Test
    void aCrashWhileFilesAreMovedLosesNone() {
        retract();
        site.catalog
                .keptHoldings()
                .keep(ArchiveSite.IN, List.of(StorePath.ofUtf8(path(OLD, "a.nc"))))
                .join(); // and then it was killed
        policies(HoldingPolicy.QUARANTINE).pass();
        assertThat(site.store.quarantine().names()).hasSize(2);
        site.publish(OLD, false, "a.nc", "b.nc");
        site.store
                .quarantine()
                .place(
                        site.catalog.keptHoldings().after(0, 1).get(0).keptAs(),
                        site.catalog.keptHoldings().after(0, 1).get(0).holding().path(),
                        PlaceMode.NEW); // and then it was killed
        policies(HoldingPolicy.QUARANTINE).pass();
        assertThat(site.on(path(OLD, "a.nc"))).hasContent("a.nc");
        assertThat(site.on(path(OLD, "b.nc"))).hasContent("b.nc");
        assertThat(site.catalog.keptHoldings().after(0, 10)).isEmpty();
    }

    @Test
    void whatLinksLeadToStaysAndThatIsTold() {
        retract();
        site.link(path(NEW, "a.nc"), "../v20190101/a.nc");
        policies(HoldingPolicy.QUARANTINE).pass();
        assertThat(site.on(path(NEW, "a.nc"))).hasContent("a.nc");
        assertThat(site.catalog.events().after(null, 0, 100))
                .anyMatch(event -> event.text().contains("1 files moved into the quarantine; 1 stay"));
    }

    @Test
    void whatAPersonTookOutOfTheQuarantineIsNotMovedAgain() {
        retract();
        HoldingPolicies policies = policies(HoldingPolicy.QUARANTINE);
        assertThatThrownBy(() -> policies.restore(OLD))
                .isInstanceOfSatisfying(
                        MoverException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND));
        policies.pass();
        assertThat(policies.restore(OLD)).isEqualTo(2);
        assertThat(site.on(path(OLD, "a.nc"))).hasContent("a.nc");
        policies.pass();
        assertThat(site.on(path(OLD, "a.nc"))).exists();
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
    }

    @Test
    void whatIsInTheQuarantineIsRemovedByAPlan() {
        retract();
        policies(HoldingPolicy.QUARANTINE).pass();
        PurgePlan ended = site.apply(site.plan(false));
        assertThat(ended.application().removedFiles()).isEqualTo(2);
        assertThat(site.store.quarantine().names()).isEmpty();
        assertThat(site.catalog.keptHoldings().after(0, 10)).isEmpty();
        assertThat(site.state(OLD, "a.nc")).isNull();
    }

    @Test
    void whatIsListedIsProposedInAPlanAndAgainWhenThatHasExpired() {
        retract();
        HoldingPolicies policies = policies(HoldingPolicy.LIST);
        policies.pass();
        assertThat(treatment()).isEqualTo(MarkTreatment.LISTED);
        PurgePlan proposed = site.made(1);
        assertThat(proposed.owner()).isEqualTo("policy");
        assertThat(proposed.amount().files()).isEqualTo(2);
        policies.pass();
        assertThat(site.catalog.purges().find(2)).isEmpty();
        assertThat(site.on(path(OLD, "a.nc"))).exists();

        site.clock.turn(Duration.ofDays(8));
        policies.pass();
        assertThat(site.made(2).state()).isEqualTo(PurgeState.OPEN);
    }
}
