package org.bdm.server.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.bdm.core.control.campaign.SharedCampaignView;
import org.bdm.core.control.campaign.SharedDestinationView;
import org.bdm.core.control.campaign.SharedPointView;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.bdm.server.catalog.campaign.CampaignState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedCampaignsTest {
    private static final long GB = 1_000_000_000;
    private static final String SELECTION =
            "{\"datasets\":[\"CMIP6.a.v1\"],\"destinations\":[\"bdm://b/in\",\"bdm://c/in\"]}";

    private final OpenCatalog open = OpenCatalog.at(TestDatabase.H2.prepared());
    private final SharedCampaigns shared = new SharedCampaigns(open.catalog, open.clock, new Random(1));
    private final Campaign campaign = open.catalog
            .campaigns()
            .add(
                    new Campaign(
                            0, "cmip6", "ann", CampaignState.RUNNING, SELECTION, 10, 1_000 * GB, Instant.EPOCH, null),
                    List.of(CampaignPart.waiting(0, "bdm://b/in"), CampaignPart.waiting(1, "bdm://c/in")))
            .join();

    @AfterEach
    void close() {
        open.close();
    }

    private void done(int part, long bytes) {
        CampaignPart before = open.catalog.campaigns().parts(campaign.number()).get(part);
        CampaignPart.Seen seen = new CampaignPart.Seen(10, 3, 1, 500 * GB, bytes);
        open.catalog.campaigns().put(before.as("b:job-12", "ACTIVE", seen)).join();
    }

    @Test
    void showsHowFarItIsAndWhenItEndsAtTheRateOfTheLastDay() {
        String secret = shared.share(campaign, "ann");
        open.clock.turn(Duration.ofHours(1));
        done(0, 100 * GB);
        open.clock.turn(Duration.ofHours(40));
        done(0, 964 * GB);
        SharedCampaignView view = shared.find(secret).orElseThrow();
        assertThat(view.name()).isEqualTo("cmip6");
        assertThat(view.datasetCount()).isOne();
        assertThat(view.datasets()).containsExactly("CMIP6.a.v1");
        assertThat(view.destinations())
                .containsExactly(
                        new SharedDestinationView("b", "ACTIVE", 10, 3, 1, 1_000 * GB, 964 * GB),
                        new SharedDestinationView("c", "WAITING", 10, 0, 0, 1_000 * GB, 0));
        assertThat(view.points()).extracting(SharedPointView::bytesDone).containsExactly(100 * GB, 964 * GB);
        assertThat(view.bytesPerSecond()).isEqualTo(10_000_000);
        assertThat(view.estimatedEnd()).isEqualTo(open.clock.instant().plusSeconds(103_600));
    }

    @Test
    void aDestinationThatIsOverHasWhatItsJobHad() {
        done(0, 400 * GB);
        CampaignPart seen = open.catalog.campaigns().parts(campaign.number()).get(0);
        open.catalog.campaigns().put(seen.in("PARTIAL", "")).join();
        assertThat(shared.find(shared.share(campaign, "ann"))
                        .orElseThrow()
                        .destinations()
                        .get(0)
                        .bytesTotal())
                .isEqualTo(500 * GB);
    }

    @Test
    void withoutAnyByteThereIsNoEnd() {
        SharedCampaignView view = shared.find(shared.share(campaign, "ann")).orElseThrow();
        assertThat(view.bytesPerSecond()).isZero();
        assertThat(view.estimatedEnd()).isNull();
        assertThat(view.points()).isEmpty();
    }

    @Test
    void onlyTheLastLinkWorksAndNoneThatWasRevoked() {
        String first = shared.share(campaign, "ann");
        String second = shared.share(campaign, "ann");
        assertThat(first).hasSize(43).matches("[A-Za-z0-9_-]+").isNotEqualTo(second);
        assertThat(shared.find(first)).isEmpty();
        assertThat(shared.find(second)).isPresent();
        assertThat(shared.find("campaign-1")).isEmpty();
        assertThat(shared.revoke(campaign)).isTrue();
        assertThat(shared.find(second)).isEmpty();
        assertThat(shared.revoke(campaign)).isFalse();
    }
}
