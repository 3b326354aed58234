package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.announcing;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaSet;
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
        ReplicaClaim west = announcing("west", OptionalLong.empty(), OptionalLong.empty());
        assertThat(west.index()).isEqualTo("west");
        assertThat(List.of(dismiss("east"))).containsExactly(0);
    }

    private void announce(int east, int west) {
        site.hold(NEW, "a.nc");
        site.announce(OLD, List.of(announcing("west", OptionalLong.of(1), OptionalLong.of(4))), "a.nc");
        ReplicaClaim first = announcing("east", OptionalLong.of(east), OptionalLong.empty());
        ReplicaClaim second = announcing("west", OptionalLong.of(west), OptionalLong.empty());
        site.announce(NEW, List.of(first, second), "a.nc");
        site.publish(OLD, false, "a.nc");
    }

    private boolean isDoubtful() {
        return site.mark(OLD).orElseThrow().needsPerson();
    }

    @Test
    void numberOfFilesThatOnlySuchAnIndexAnnouncesCountsNoMoreAndThatIsAnEvent() {
        announce(9, 1);
        assertThat(isDoubtful()).isTrue();
        assertThat(dismiss("west", "east")).isZero();
        assertThat(isDoubtful()).as("east is asked").isTrue();
        assertThat(dismiss("west")).isEqualTo(1);
        assertThat(isDoubtful()).isFalse();
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
        assertThat(site.events()).contains("CLAIM_DISMISSED");
        assertThat(dismiss("west")).as("once").isZero();
    }

    @Test
    void withoutAnotherIndexThatAnnouncesWhatIsListedTheDoubtStaysUntilAPersonConfirms() {
        announce(9, 8);
        assertThat(dismiss("west")).isZero();
        assertThat(dismiss("north")).isZero();
        assertThat(isDoubtful()).isTrue();
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        site.confirm(NEW);
        assertThat(site.mark(OLD).orElseThrow().isInForce()).isTrue();
    }

    private ReplicaSet set() {
        return site.catalog.replicaSets().find(NEW).orElseThrow().set();
    }

    private List<ReplicaDigest> digests() {
        return set().variants().get(0).files().get(0).digests();
    }

    @Test
    void checksumThatOnlySuchAnIndexClaimsCountsNoMoreAndIsShownAsItsClaim() {
        site.publishDigests(NEW, Set.of("east"), "b.nc");
        assertThat(dismiss("west", "east")).isZero();
        assertThat(digests()).hasSize(1);
        site.publish(OLD, false, "a.nc");

        assertThat(dismiss("west")).isEqualTo(1);
        assertThat(digests()).isEmpty();
        assertThat(set().notes()).singleElement().satisfies(note -> {
            assertThat(note.code()).isEqualTo("DIGEST_FORGOTTEN");
            assertThat(note.subject()).isEqualTo("b.nc");
            assertThat(note.text()).contains("east", "not configured");
        });
        assertThat(site.events()).contains("CLAIM_DISMISSED");
        assertThat(dismiss("west")).as("once").isZero();
    }

    @Test
    void checksumThatAnotherIndexClaimsToStaysUntilThatIsNotConfiguredEither() {
        site.publish(OLD, false, "a.nc");
        site.publishDigests(NEW, Set.of("east", "west"), "b.nc");
        dismiss("west");
        assertThat(digests()).hasSize(1);
        assertThat(set().notes()).isEmpty();
        dismiss("north");
        assertThat(digests()).isEmpty();
    }

    @Test
    void checksumIsBackWithTheNextLookupOfAnIndexThatIsConfiguredAgain() {
        site.publish(OLD, false, "a.nc");
        site.publishDigests(NEW, Set.of("east"), "b.nc");
        dismiss("west");
        site.publishDigests(NEW, Set.of("east"), "b.nc");
        assertThat(digests()).hasSize(1);
        assertThat(set().notes()).isEmpty();
    }
}
