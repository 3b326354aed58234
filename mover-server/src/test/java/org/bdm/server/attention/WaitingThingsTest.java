package org.bdm.server.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.removal.PurgeDataset;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.catalog.tape.RecallLook;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecall;
import org.bdm.server.catalog.tape.WantedRecall;
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

/** What waits for a person is one item with its time and the verb that settles it, one event, and one in the metric, until it is settled. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
@Tag("S3")
class WaitingThingsTest {
    private static final String DATASET = "CMIP6.a.b.v1";

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private Backups backups;
    private Attention attention;
    private Instant since;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        AuditTrail audit = new AuditTrail(open.catalog, open.clock);
        BackupSettings none = new BackupSettings(Path.of("target", "no-backups"), null, null, 7, Long.MAX_VALUE);
        backups = new Backups(open.catalog, none, audit, open.clock);
        attention = new Attention(open.catalog, backups, audit, Attention.KEPT_FOR, open.clock);
        since = open.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @AfterEach
    void close() {
        backups.close();
        open.close();
    }

    private long told() {
        attention.tell();
        return open.catalog.events().after(null, 0, 100).stream()
                .filter(event -> event.code().equals("NEEDS_ATTENTION"))
                .count();
    }

    private void assertWaits(String id, String code, String... verbs) {
        open.clock.turn(Duration.ofHours(3));
        assertThat(attention.list(null, false)).hasSize(1);
        AttentionItem item = attention.find(id).item();
        assertThat(item.cause().code()).isEqualTo(code);
        assertThat(item.cause().since()).isEqualTo(since);
        assertThat(item.cause().text()).contains(since.toString());
        assertThat(item.cause().advice() + item.remedy().command()).contains(verbs);
        assertThat(attention.openByCode()).as("the metric").isEqualTo(Map.of(code, 1));
        assertThat(told()).isEqualTo(1);
        assertThat(told()).as("once").isEqualTo(1);
    }

    private void assertSettled() {
        assertThat(attention.list(null, true)).isEmpty();
        assertThat(attention.openByCode()).isEmpty();
        assertThat(told()).as("nothing new").isEqualTo(1);
    }

    @Test
    void disputeWaitsUntilItIsDecided() {
        Dispute dispute = new Dispute(
                0,
                new FileId(FileNumber.first(new JobId(5)) + 77),
                "bdm://b/data/a.nc",
                "77-2.part",
                17,
                since,
                List.of(sha256("published")),
                sha256("found"),
                List.of("https://one.example/a", "https://two.example/a"),
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
        long number = open.catalog.disputes().open(dispute).join();
        assertWaits(
                "dispute-" + number,
                "DISPUTE_OPEN",
                "bdm-client dispute show dispute-" + number,
                "bdm-client dispute accept dispute-" + number,
                "bdm-client dispute reject dispute-" + number,
                "the claim of an index that is not configured any more",
                "--remark TEXT");
        open.catalog
                .disputes()
                .decide(number, DisputeState.REJECTED, "ann", "asked")
                .join();
        assertSettled();
    }

    @Test
    void requestWaitsUntilItIsDecided() {
        open.catalog
                .requests()
                .add(new ReplicationRequest(
                        0, "bob", "paper", null, "x", null, null, null, RequestState.OPEN, Instant.EPOCH, null))
                .join();
        assertWaits(
                "request-1",
                "REQUEST_OPEN",
                "bdm-client request approve request-1 ",
                "bdm-client request decline request-1");
        open.catalog
                .requests()
                .decide(1, RequestState.DECLINED, "ann", "", null)
                .join();
        assertSettled();
    }

    private PurgePlan plan() {
        PurgePlan plan = open.catalog
                .purges()
                .begin("policy", "what the policy lists", false, Duration.ofDays(7), 2)
                .join();
        PurgeDataset of = new PurgeDataset(
                1, DATASET, HoldingState.RETRACTED, "withdrawn", null, 0, 1, DigestOrigin.READ, "a.org", 0, 0);
        StorePath path = StorePath.ofUtf8("x/a.nc");
        PurgeFile file = new PurgeFile(1, 1, new ExportName("in"), path, 10, since, PurgeOutcome.PENDING, "", 0);
        open.catalog.purges().add(plan.number(), of, List.of(file)).join();
        return plan;
    }

    @Test
    void planOfThePolicyWaitsUntilItIsDiscarded() {
        PurgePlan plan = plan();
        assertThat(attention.list(null, true)).as("is being made").isEmpty();
        open.catalog.purges().made(plan.number(), null).join();
        assertWaits(
                "purge-plan-purge-" + plan.number(),
                "PURGE_PLAN_OPEN",
                "bdm-client purge --show purge-" + plan.number(),
                "bdm-client purge --apply purge-" + plan.number(),
                "bdm-client purge --discard purge-" + plan.number());
        open.catalog.purges().discard(plan.number()).join();
        assertSettled();
    }

    @Test
    void planThatExpiresWaitsForNobodyAnyMore() {
        open.catalog.purges().made(plan().number(), null).join();
        assertThat(told()).isEqualTo(1);
        open.clock.turn(Duration.ofDays(8));
        assertSettled();
    }

    private void node(NodeState state) {
        int changed = open.database().transact(sql -> sql.update("UPDATE node SET state = ?", state.code()));
        assertThat(changed).isEqualTo(1);
    }

    @Test
    void lostNodeIsNamedUntilItAnswersAgain() {
        long number = open.catalog.nodes().own();
        NodeState unused = open.catalog.nodes().beat();
        since = open.catalog.nodes().all().get(0).seenAt();
        node(NodeState.LOST);
        assertWaits("node-" + number, "NODE_LOST", "bdm-client node remove node-" + number);
        assertThat(open.catalog.nodes().beat()).isEqualTo(NodeState.UP);
        assertSettled();
        node(NodeState.STOPPED);
        assertSettled();
    }

    @Test
    void filesWaitForTapeLongerThanSomebodyHadPatience() {
        FileId file = new FileId(1);
        WantedRecall wanted =
                new WantedRecall(file, "https://tape.example", "/a.nc", false, false, Duration.ofHours(2));
        open.catalog.tapeRecalls().want(List.of(wanted)).join();
        open.clock.turn(Duration.ofHours(1));
        assertThat(attention.list(null, false)).isEmpty();
        assertWaits("tape-tape.example", "TAPE_OVERDUE", "staging-patience", "bdm-client data-node list");
        assertThat(attention.find("tape-tape.example").item().cause().text())
                .contains("1 file waits for tape at tape.example");
        TapeRecall recall = open.catalog
                .tapeRecalls()
                .ofPaths("https://tape.example", List.of("/a.nc"))
                .get("/a.nc");
        RecallLook there = new RecallLook(recall.number(), RecallState.ON_DISK, true, true, "");
        open.catalog.tapeRecalls().looked(List.of(there)).join();
        assertSettled();
    }
}
