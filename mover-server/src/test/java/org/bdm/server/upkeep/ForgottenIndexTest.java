package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.upkeep.ArchiveSite.OLD;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.holding.HoldingState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an index claimed that is not configured any more can be lifted. */
@Tag("S4")
class ForgottenIndexTest {
    private ArchiveSite site;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
        site.hold(OLD, "a.nc");
        site.publish(OLD, true, "a.nc"); // says east
    }

    @AfterEach
    void close() {
        site.close();
    }

    private int dismiss(String... asked) {
        return site.catalog.withdrawals().dismiss(Set.of(asked)).join();
    }

    @Test
    void aWithdrawalThatOnlySuchAnIndexClaimsCountsNoMoreAndThatIsAnEvent() {
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
        assertThat(dismiss("west")).isEqualTo(1);
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(site.mark(OLD)).isEmpty();
        assertThat(site.events()).contains("CLAIM_DISMISSED");
        assertThat(site.catalog.replicaSets().find(OLD).orElseThrow().set().retracted())
                .isFalse();
        assertThat(dismiss("west")).as("once").isZero();
    }

    @Test
    void whatAnIndexClaimsThatIsAskedStaysAndSoDoesWhatBothClaim() {
        assertThat(dismiss("west", "east")).isZero();
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
        ReplicaClaim west = ArchiveSite.announcing("west", OptionalLong.empty(), OptionalLong.empty());
        assertThat(west.index()).isEqualTo("west");
        assertThat(List.of(dismiss("east"))).containsExactly(0);
    }
}
