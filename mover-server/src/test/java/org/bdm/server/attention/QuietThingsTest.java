package org.bdm.server.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.dataset.HarvestMark;
import org.bdm.server.catalog.dataset.HeardDataset;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.upkeep.BackupSettings;
import org.bdm.server.upkeep.Backups;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What has gone quiet is one item each, told once, until it is heard again. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
@Tag("S3")
class QuietThingsTest {
    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private Backups backups;
    private Attention attention;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        AuditTrail audit = new AuditTrail(open.catalog, open.clock);
        backups = new Backups(
                open.catalog,
                new BackupSettings(Path.of("target", "no-backups"), null, null, 7, Long.MAX_VALUE),
                audit,
                open.clock);
        attention = new Attention(open.catalog, backups, audit, Attention.KEPT_FOR, open.clock);
    }

    @AfterEach
    void close() {
        backups.close();
        open.close();
    }

    private Subscription subscription() {
        return open.catalog
                .subscriptions()
                .add(new Subscription(
                        0,
                        "ann",
                        "",
                        SubscriptionState.ACTIVE,
                        "{}",
                        Duration.ofMinutes(1),
                        new Subscription.Choices(false, false, null, null),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        0,
                        null))
                .join();
    }

    private void run(Subscription of, String trouble, HarvestMark... marks) {
        open.clock.turn(Duration.ofMinutes(1));
        open.catalog.subscriptions().begin(of.number()).join();
        Subscription.Run run = new Subscription.Run(open.clock.instant(), null, 0, 0, 0, 0, trouble);
        open.catalog.subscriptions().end(of.number(), run, List.of(marks)).join();
    }

    private void found(Subscription by, String dataset) {
        open.catalog
                .subscriptions()
                .found(by.number(), List.of(HeardDataset.named(dataset)))
                .join();
    }

    private List<String> codes() {
        return attention.list(null, false).stream()
                .map(listed -> listed.item().id() + " " + listed.item().cause().code())
                .toList();
    }

    private List<String> told() {
        attention.tell();
        return open.catalog.events().after(null, 0, 100).stream()
                .filter(event -> event.code().equals("NEEDS_ATTENTION"))
                .map(event -> event.text().split(" ")[0])
                .toList();
    }

    private static HarvestMark mark(HarvestMark.Silence silence) {
        return new HarvestMark("west", Optional.empty(), Optional.empty(), "west: UNREACHABLE: down", silence);
    }

    @Test
    void anIndexThatDoesNotAnswerThreeRunsIsOneItemForAllSubscriptionsUntilItAnswers() {
        Subscription one = subscription();
        Subscription two = subscription();
        found(one, "a.v1");
        found(two, "a.v1");
        HarvestMark.Silence silence = HarvestMark.Silence.NONE;
        Instant began = open.clock.instant().plus(Duration.ofMinutes(1));
        for (int i = 0; i < 3; i++) {
            assertThat(codes()).isEmpty();
            silence = silence.failed(open.clock.instant().plus(Duration.ofMinutes(1)));
            run(one, "west: UNREACHABLE: down", mark(silence));
            run(two, "west: UNREACHABLE: down", mark(silence));
        }
        assertThat(codes()).containsExactly("index-west INDEX_SILENT");
        AttentionItem item = attention.find("index-west").item();
        assertThat(item.cause().since()).isEqualTo(began.truncatedTo(ChronoUnit.MILLIS));
        assertThat(item.cause().text()).contains("west", "subscription-1 and 1 more", "UNREACHABLE");
        assertThat(item.remedy().command()).isEqualTo("bdm-client subscribe run subscription-1");
        assertThat(told()).containsExactly("index-west");
        run(one, "west: UNREACHABLE: down", mark(silence.failed(open.clock.instant())));
        assertThat(told()).as("once").containsExactly("index-west");
        assertThat(codes()).hasSize(1);
        run(one, "", mark(silence.answered()));
        run(two, "", mark(silence.answered()));
        assertThat(codes()).isEmpty();
        assertThat(told()).hasSize(1);
    }

    @Test
    void anIndexThatListsNothingAfterItListedSomethingIsNamed() {
        Subscription one = subscription();
        found(one, "a.v1");
        HarvestMark.Silence listed = HarvestMark.Silence.NONE.answered(40, open.clock.instant());
        run(one, "", mark(listed));
        assertThat(codes()).isEmpty();
        run(one, "", mark(listed.answered(0, open.clock.instant())));
        assertThat(codes()).containsExactly("index-west INDEX_EMPTY");
        assertThat(attention.find("index-west").item().cause().text()).contains("listed 40 datasets before");
        run(one, "", new HarvestMark("east", Optional.empty(), Optional.empty(), ""));
        assertThat(codes()).as("west is not configured any more").isEmpty();
    }

    @Test
    void aSubscriptionThatFindsNothingFailsOrIsPausedIsNamedOnce() {
        Subscription one = subscription();
        for (int i = 0; i < 3; i++) {
            assertThat(codes()).isEmpty();
            run(one, "");
        }
        assertThat(codes()).containsExactly("subscription-1 SUBSCRIPTION_FINDS_NOTHING");
        found(one, "a.v1");
        assertThat(codes()).isEmpty();
        for (int i = 0; i < 3; i++) run(one, "the job was refused");
        assertThat(codes()).containsExactly("subscription-1 SUBSCRIPTION_FAILS");
        open.catalog.subscriptions().steer(1, SubscriptionState.PAUSED).join();
        assertThat(codes()).containsExactly("subscription-1 SUBSCRIPTION_PAUSED");
        AttentionItem item = attention.find("subscription-1").item();
        assertThat(item.cause().since()).isEqualTo(open.clock.instant());
        assertThat(item.remedy().command()).isEqualTo("bdm-client subscribe resume subscription-1");
        open.catalog.subscriptions().steer(1, SubscriptionState.REMOVED).join();
        assertThat(codes()).isEmpty();
    }

    @Test
    void aSubscriptionWithAnIncompleteDatasetIsNamedWithTheTimeOfTheFirstFailure() {
        Subscription one = subscription();
        found(one, "a.v1");
        Instant since = open.clock.instant().truncatedTo(ChronoUnit.MILLIS);
        FoundDataset known =
                open.catalog.subscriptions().known(1, List.of("a.v1")).get("a.v1");
        FoundDataset failed = known.as(FoundState.INCOMPLETE, "job-1 ended FAILED")
                .with(new FoundDataset.Tracking(false, "", 1, since, since));
        long unused = open.catalog.subscriptions().decide(1, List.of(failed)).join();
        open.clock.turn(Duration.ofHours(3));
        assertThat(codes()).containsExactly("subscription-1 SUBSCRIPTION_INCOMPLETE");
        assertThat(attention.find("subscription-1").item().cause().since()).isEqualTo(since);
        assertThat(attention.find("subscription-1").item().cause().text()).contains("a.v1");
    }

    @Test
    void anOpenRequestIsNamedUntilItIsDecided() {
        open.catalog
                .requests()
                .add(new ReplicationRequest(
                        0, "bob", "for a paper", null, "x", null, null, null, RequestState.OPEN, Instant.EPOCH, null))
                .join();
        assertThat(codes()).containsExactly("request-1 REQUEST_OPEN");
        assertThat(attention.find("request-1").item().cause().text()).contains("bob", "for a paper");
        assertThat(told()).containsExactly("request-1");
        open.catalog
                .requests()
                .decide(1, RequestState.DECLINED, "ann", "", null)
                .join();
        assertThat(codes()).isEmpty();
    }

    @Test
    void manySubscriptionsAreLookedAtWithoutTrouble() {
        IntStream.range(0, 30).forEach(i -> subscription());
        assertThat(codes()).isEmpty();
        assertThat(HarvestMark.Silence.NONE.answered(0, Instant.EPOCH).listed()).isEqualTo(OptionalLong.empty());
    }
}
