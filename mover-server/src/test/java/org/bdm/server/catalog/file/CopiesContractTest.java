package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.dispute.Disputes;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class CopiesContractTest {
    private static final Instant PUBLISHED = Instant.parse("2019-12-07T11:22:33.456Z");
    private static final FileId FILE = new FileId(FileNumber.first(new JobId(5)) + 77);

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

    private static SubmittedItem item(String name, ItemCopy... copies) {
        return new SubmittedItem(
                ItemSource.kept("https://one.example/" + name),
                "bdm://b/data/" + name,
                false,
                17,
                List.of(sha256(name)),
                PUBLISHED,
                List.of(copies));
    }

    @Test
    void anItemKeepsItsCopiesInTheirOrder() {
        ItemCopy near = new ItemCopy("https://near.example//a b.nc", 0);
        ItemCopy far = new ItemCopy("http://far.example/a", 3);
        JobId job = open.catalog
                .submissions()
                .submit(Samples.request("ann", 3), List.of(item("a", far, near), item("b")), null)
                .join()
                .job();
        open.reopen();
        List<NumberedItem> items = open.catalog.jobs().items(job, 0, 10);
        assertThat(items).extracting(NumberedItem::item).containsExactly(item("a"), item("b"));
        assertThat(open.catalog.copies().ofItems(job, 0, 1)).hasSize(1).containsEntry(0, List.of(far, near));
    }

    @Test
    void whatACopyTurnedOutToBeIsKeptOnceForEachPlace() {
        Copies copies = open.catalog.copies();
        copies.found(new CopyTrial(FILE, "https://one.example/a", sha256("first")))
                .join();
        copies.found(new CopyTrial(FILE, "https://one.example/a", sha256("second")))
                .join();
        copies.found(new CopyTrial(FILE, "https://two.example/a", sha256("first")))
                .join();
        open.reopen();
        assertThat(open.catalog.copies().trials(FILE, FILE))
                .containsExactlyInAnyOrder(
                        new CopyTrial(FILE, "https://one.example/a", sha256("second")),
                        new CopyTrial(FILE, "https://two.example/a", sha256("first")));
        assertThat(open.catalog.copies().trials(new FileId(FILE.number() + 1), new FileId(FILE.number() + 13)))
                .isEmpty();
    }

    @Test
    void whatANodeSaidOfAFileIsRemembered() {
        CopyValidators first = new CopyValidators(10, "\"x\"", null);
        CopyValidators second = new CopyValidators(11, null, "Sat, 07 Dec 2019 11:22:33 GMT");
        open.catalog.copies().remember(FILE, "https://one.example/a", first).join();
        open.catalog.copies().remember(FILE, "https://one.example/a", second).join();
        open.reopen();
        assertThat(open.catalog.copies().validators(FILE, "https://one.example/a"))
                .contains(second);
        assertThat(open.catalog.copies().validators(FILE, "https://two.example/a"))
                .isEmpty();
    }

    @Test
    void aDisputeIsOpenedOnceAndDecidedOnce() {
        Dispute dispute = new Dispute(
                0,
                FILE,
                "bdm://b/data/a.nc",
                "77-2.part",
                17,
                PUBLISHED,
                List.of(sha256("published")),
                sha256("found"),
                List.of("https://one.example/a", "https://two.example/a"),
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
        long number = open.catalog.disputes().open(dispute).join();
        assertThat(open.catalog.disputes().open(dispute).join()).isEqualTo(number);
        open.reopen();
        Disputes disputes = open.catalog.disputes();
        Dispute kept = disputes.find(number).orElseThrow();
        assertThat(kept.locations()).isEqualTo(dispute.locations());
        assertThat(kept.published()).isEqualTo(dispute.published());
        assertThat(disputes.after(0, DisputeState.OPEN, 10)).containsExactly(kept);
        Dispute decided = disputes.decide(number, DisputeState.ACCEPTED, "ann", "asked the publisher")
                .join();
        assertThat(decided.decision()).isNotNull();
        assertThat(disputes.after(0, DisputeState.OPEN, 10)).isEmpty();
        assertThat(disputes.after(0, null, 10)).containsExactly(decided);
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> disputes.decide(number, DisputeState.REJECTED, "ben", "").join());
        assertRefused(
                ErrorCode.NOT_FOUND,
                () -> disputes.decide(number + 1, DisputeState.REJECTED, "ben", "")
                        .join());
    }
}
