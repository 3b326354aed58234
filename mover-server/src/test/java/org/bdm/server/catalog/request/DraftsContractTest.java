package org.bdm.server.catalog.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.catalog.Samples.assertRefused;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class DraftsContractTest {
    private static final DraftContent CONTENT = new DraftContent(
            "wget",
            2,
            1,
            true,
            2,
            1,
            17,
            1,
            1,
            List.of(new DraftLine(true, 3, "not understood"), new DraftLine(false, 4, "doubtful")));

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

    private long draft(String owner, int entries) {
        try (DraftReception reception = open.catalog.drafts().receive(owner, "a list")) {
            for (int i = 1; i <= entries; i++) reception.add(i * 2L, "{\"n\":" + i + "}");
            return reception.finish(CONTENT).number();
        }
    }

    private static ReplicationRequest wish(String requester, Long draft) {
        return new ReplicationRequest(
                0, requester, "for a paper", draft, "{}", 1L, null, 17L, RequestState.OPEN, Instant.EPOCH, null);
    }

    @Test
    void aDraftKeepsItsEntriesInTheirOrderOverARestart() {
        long number = draft("ann", 4001);
        open.reopen();
        Draft kept = open.catalog.drafts().find(number).orElseThrow();
        assertThat(kept.owner()).isEqualTo("ann");
        assertThat(kept.content()).isEqualTo(CONTENT);
        List<DraftEntry> first = open.catalog.drafts().entries(number, 0, 3000);
        List<DraftEntry> rest = open.catalog.drafts().entries(number, 3000, 3000);
        assertThat(first).hasSize(3000).first().isEqualTo(new DraftEntry(1, 2, "{\"n\":1}"));
        assertThat(rest).hasSize(1001).last().isEqualTo(new DraftEntry(4001, 8002, "{\"n\":4001}"));
    }

    @Test
    void draftsAreListedOfOneOwnerOrOfAll() {
        long first = draft("ann", 1);
        long second = draft("ben", 1);
        assertThat(open.catalog.drafts().after(0, null, 10))
                .extracting(Draft::number)
                .containsExactly(first, second);
        assertThat(open.catalog.drafts().after(first, null, 10))
                .extracting(Draft::number)
                .containsExactly(second);
        assertThat(open.catalog.drafts().after(0, "ann", 10))
                .extracting(Draft::number)
                .containsExactly(first);
    }

    @Test
    void aDraftThatIsNotFinishedIsNeverSeenAndLeavesNothing() {
        try (DraftReception reception = open.catalog.drafts().receive("ann", "")) {
            for (int i = 0; i < 2500; i++) reception.add(i, "{}");
            assertThat(open.catalog.drafts().after(0, null, 10)).isEmpty();
        }
        assertThat(rows()).isZero();
        try (DraftReception reception = open.catalog.drafts().receive("ann", "")) {
            assertRefused(ErrorCode.INVALID_REQUEST, () -> reception.finish(CONTENT));
        }
        assertThat(rows()).isZero();
    }

    @Test
    void aDraftOfNothingSaysWhatWasWrongWithItsFirstLines() {
        List<DraftLine> lines =
                List.of(new DraftLine(true, 3, "names no facet"), new DraftLine(false, 2, "protocol is left out"));
        DraftContent nothing = new DraftContent("synda", 0, 0, true, 0, 0, 0, 1, 1, lines);
        try (DraftReception reception = open.catalog.drafts().receive("ann", "")) {
            assertThatThrownBy(() -> reception.finish(nothing))
                    .hasMessageContaining("line 3: names no facet; line 2: protocol is left out");
        }
    }

    @Test
    void whatACrashLeftOfADraftIsSweptAtTheNextStart() {
        DraftReception reception = open.catalog.drafts().receive("ann", "");
        for (int i = 0; i < 2500; i++) reception.add(i, "{}");
        open.reopen();
        await().atMost(Duration.ofSeconds(20)).until(() -> rows() == 0);
    }

    @Test
    void aRemovedDraftIsGoneWithItsRows() {
        long number = draft("ann", 10);
        open.catalog.drafts().remove(number).join();
        assertThat(open.catalog.drafts().find(number)).isEmpty();
        await().atMost(Duration.ofSeconds(20)).until(() -> rows() == 0);
        assertRefused(
                ErrorCode.NOT_FOUND, () -> open.catalog.drafts().remove(number).join());
    }

    private long rows() {
        return open.committer()
                .submit(
                        1,
                        work -> work.sql()
                                .number("SELECT (SELECT COUNT(*) FROM draft) + (SELECT COUNT(*) FROM draft_entry)"
                                        + " + (SELECT COUNT(*) FROM draft_line)"))
                .join();
    }

    @Test
    void aRequestIsOpenUntilItIsDecidedOnce() {
        long draft = draft("ann", 1);
        Requests requests = open.catalog.requests();
        ReplicationRequest asked = requests.add(wish("ann", draft)).join();
        ReplicationRequest other = requests.add(wish("ben", null)).join();
        assertThat(asked.state()).isEqualTo(RequestState.OPEN);
        assertThat(asked.draft()).isEqualTo(draft);
        assertThat(asked.files()).isNull();
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> open.catalog.drafts().remove(draft).join());
        JobId job = open.catalog
                .submissions()
                .submit(Samples.request("mia", 3), List.of(Samples.item("a")), null)
                .join()
                .job();
        assertRefused(
                ErrorCode.UNKNOWN_JOB,
                () -> requests.decide(asked.number(), RequestState.APPROVED, "mia", "", new JobId(4711))
                        .join());
        requests.decide(asked.number(), RequestState.APPROVED, "mia", "soon", job)
                .join();
        open.reopen();
        ReplicationRequest decided =
                open.catalog.requests().find(asked.number()).orElseThrow();
        assertThat(decided.state()).isEqualTo(RequestState.APPROVED);
        assertThat(decided.decision().job()).isEqualTo(job);
        assertThat(decided.decision().remark()).isEqualTo("soon");
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> open.catalog
                        .requests()
                        .decide(asked.number(), RequestState.DECLINED, "mia", "", null)
                        .join());
        assertThat(open.catalog.requests().after(0, null, RequestState.OPEN, 10))
                .containsExactly(other);
        assertThat(open.catalog.requests().after(0, "ann", null, 10)).containsExactly(decided);
        assertThat(open.catalog.requests().after(asked.number(), null, null, 10))
                .containsExactly(other);
        open.catalog.drafts().remove(draft).join();
    }

    @Test
    void aRequestOfADraftThatIsGoneOrBeyondAHundredIsRefused() {
        Requests requests = open.catalog.requests();
        assertRefused(ErrorCode.NOT_FOUND, () -> requests.add(wish("ann", 99L)).join());
        for (int i = 0; i < 100; i++) requests.add(wish("ann", null)).join();
        assertRefused(ErrorCode.TOO_LARGE, () -> requests.add(wish("ann", null)).join());
        requests.add(wish("ben", null)).join();
    }
}
