package org.bdm.server.catalog.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.message.Sha256;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class CampaignsContractTest {
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

    private Campaigns campaigns() {
        return open.catalog.campaigns();
    }

    private Campaign added(String name) {
        Campaign wished =
                new Campaign(0, name, "ann", CampaignState.RUNNING, "{}", 7, 4_000_000_000_000L, Instant.EPOCH, null);
        return campaigns()
                .add(wished, List.of(CampaignPart.waiting(0, "bdm://b/in"), CampaignPart.waiting(1, "bdm://c/in")))
                .join();
    }

    @Test
    void aCampaignAndItsPartsOutliveARestart() {
        Campaign made = added("cmip6");
        CampaignPart first = campaigns().parts(made.number()).get(0);
        CampaignPart.Seen seen = new CampaignPart.Seen(7, 3, 1, 4_000_000_000_000L, 5);
        campaigns().put(first.as("b:job-12", "ACTIVE", seen)).join();
        CampaignPart second = campaigns().parts(made.number()).get(1);
        campaigns().put(second.in(CampaignPart.SUBMITTING, "b does not answer")).join();
        open.reopen();

        assertThat(campaigns().find(made.number())).contains(made);
        assertThat(made.bytes()).isEqualTo(4_000_000_000_000L);
        List<CampaignPart> parts = campaigns().parts(made.number());
        assertThat(parts).extracting(CampaignPart::destination).containsExactly("bdm://b/in", "bdm://c/in");
        assertThat(parts.get(0).job()).isEqualTo("b:job-12");
        assertThat(parts.get(0).seen()).isEqualTo(seen);
        assertThat(parts.get(1).job()).isNull();
        assertThat(parts.get(1).trouble()).isEqualTo("b does not answer");
        assertThat(parts).noneMatch(CampaignPart::isOver);
    }

    @Test
    void oneThatHasEndedIsNotOpenAndItsStateStays() {
        Campaign first = added("one");
        Campaign second = added("two");
        Campaign ended =
                campaigns().become(first.number(), CampaignState.PARTIAL).join();
        assertThat(ended.endedAt()).isNotNull();
        assertThat(campaigns().become(first.number(), CampaignState.CANCELLING).join())
                .isEqualTo(ended);
        assertThat(campaigns().open()).containsExactly(second);
        assertThat(campaigns().newest()).containsExactly(second, ended);

        Campaign cancelling =
                campaigns().become(second.number(), CampaignState.CANCELLING).join();
        assertThat(cancelling.endedAt()).isNull();
        assertThat(campaigns().open()).containsExactly(cancelling);
    }

    @Test
    void aLinkIsFoundByItsSecretUntilAnotherOneOrNone() {
        CampaignLinks links = open.catalog.campaignLinks();
        long campaign = added("cmip6").number();
        Checksum first = Sha256.of(new byte[] {1});
        Checksum second = Sha256.of(new byte[] {2});
        links.set(campaign, first, "ann").join();
        assertThat(links.campaignOf(first)).contains(campaign);
        links.set(campaign, second, "ann").join();
        assertThat(links.campaignOf(first)).isEmpty();
        assertThat(links.campaignOf(second)).contains(campaign);
        assertThat(links.revoke(campaign).join()).isTrue();
        assertThat(links.campaignOf(second)).isEmpty();
        assertThat(links.revoke(campaign).join()).isFalse();
    }

    @Test
    void howFarACampaignIsIsNotedOnceAnHour() {
        long campaign = added("cmip6").number();
        done(campaign, 0, 100);
        done(campaign, 1, 20);
        open.clock.turn(Duration.ofHours(3));
        done(campaign, 0, 500);
        Instant hour = Instant.parse("2026-11-20T10:00:00Z");
        assertThat(open.catalog.campaignLinks().points(campaign))
                .containsExactly(new CampaignPoint(hour, 120), new CampaignPoint(hour.plus(Duration.ofHours(3)), 520));
        assertThat(open.catalog.campaignLinks().points(campaign + 1)).isEmpty();
    }

    private void done(long campaign, int part, long bytes) {
        CampaignPart before = campaigns().parts(campaign).get(part);
        campaigns()
                .put(before.as("b:job-12", "ACTIVE", new CampaignPart.Seen(7, 3, 0, 1_000, bytes)))
                .join();
    }
}
