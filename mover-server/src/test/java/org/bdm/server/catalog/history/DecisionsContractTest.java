package org.bdm.server.catalog.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class DecisionsContractTest {
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

    private JobDecision decision(int after) {
        return new JobDecision(open.clock.instant(), "a", "streams", 1, after, 1000L + after, after + " are tried");
    }

    private List<JobDecision> decisions(int first, int last) {
        List<JobDecision> decisions = new ArrayList<>();
        for (int after = first; after <= last; after++) decisions.add(decision(after));
        return decisions;
    }

    @Test
    void decisionsArePagedInTheirOrderAndOutliveTheProcess() {
        JobId job = activeJob(open.catalog, 1, 3);
        JobId other = activeJob(open.catalog, 1, 3);
        open.catalog.decisions().add(job, decisions(2, 4)).join();
        open.catalog.decisions().add(other, decisions(9, 9)).join();
        open.catalog.decisions().add(job, decisions(5, 5)).join();
        open.reopen();
        Decisions kept = open.catalog.decisions();
        assertThat(kept.after(job, 0, 2))
                .containsExactly(new NumberedDecision(1, decision(2)), new NumberedDecision(2, decision(3)));
        assertThat(kept.after(job, 2, 10))
                .containsExactly(new NumberedDecision(3, decision(4)), new NumberedDecision(4, decision(5)));
        assertThat(kept.newest(job, 2)).extracting(NumberedDecision::number).containsExactly(3L, 4L);
        assertThat(kept.made(job)).isEqualTo(4);
        assertThat(kept.after(other, 0, 10)).containsExactly(new NumberedDecision(1, decision(9)));
    }

    @Test
    void onlyTheNewestThousandOfAJobAreKept() {
        JobId job = activeJob(open.catalog, 1, 3);
        open.catalog.decisions().add(job, decisions(1, 1000)).join();
        assertThat(open.catalog.decisions().after(job, 0, 10_000)).hasSize(1000);
        open.catalog.decisions().add(job, decisions(1001, 1003)).join();
        List<NumberedDecision> kept = open.catalog.decisions().after(job, 0, 10_000);
        assertThat(kept).hasSize(Decisions.KEPT_MAX);
        assertThat(kept.get(0)).isEqualTo(new NumberedDecision(4, decision(4)));
        assertThat(open.catalog.decisions().made(job)).isEqualTo(1003);
    }

    @Test
    void longTextsAreCut() {
        JobId job = activeJob(open.catalog, 1, 3);
        JobDecision given =
                new JobDecision(open.clock.instant(), "n".repeat(999), "streams", 1, 2, 3, "t".repeat(2000));
        open.catalog.decisions().add(job, List.of(given)).join();
        JobDecision kept = open.catalog.decisions().after(job, 0, 1).get(0).decision();
        assertThat(kept.source()).hasSize(255);
        assertThat(kept.text()).hasSize(1000);
    }
}
