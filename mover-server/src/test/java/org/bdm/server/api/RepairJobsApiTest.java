package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A REPAIR job of site "here": what it takes, and from where. */
class RepairJobsApiTest {
    private static final Instant THEN = Instant.parse("2026-11-01T10:00:00Z");

    @TempDir
    Path home;

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi(home);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private void held(String path, HoldingState state) {
        HoldingDigest digest = new HoldingDigest(Samples.sha256(path), DigestOrigin.READBACK, THEN);
        Holding holding = new Holding(
                new ExportName("data"),
                StorePath.ofUtf8(path),
                null,
                10,
                THEN,
                state,
                THEN,
                List.of(digest),
                0,
                null,
                null);
        api.catalog.holdings().put(List.of(holding)).join();
    }

    private Answer repair(String fields) {
        return api.send("POST", "/jobs", Role.OPERATOR, "{\"kind\":\"REPAIR\"" + fields + "}");
    }

    private List<SubmittedItem> items(Answer answer) {
        JobId job = new JobId(Long.parseLong(answer.text("id").substring("job-".length())));
        return api.catalog.jobs().items(job, 0, 100).stream()
                .map(numbered -> numbered.item())
                .toList();
    }

    @Test
    void fetchesDamagedAndMissingFilesFromTheTreeThatIsNamed() {
        held("x/right", HoldingState.VERIFIED);
        held("x/damaged", HoldingState.DAMAGED);
        held("x/y/missing", HoldingState.MISSING);
        held("z/damaged", HoldingState.DAMAGED);

        Answer answer = repair(",\"destination\":\"bdm://here/data/x\",\"options\":{\"sourcePolicy\":"
                + "{\"alsoAt\":[\"bdm://there/shared/copy\"]}}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        List<SubmittedItem> items = items(answer);
        assertThat(items)
                .extracting(item -> item.source().text())
                .containsExactlyInAnyOrder("bdm://there/shared/copy/damaged", "bdm://there/shared/copy/y/missing");
        assertThat(items)
                .extracting(SubmittedItem::destination)
                .containsExactlyInAnyOrder("bdm://here/data/x/damaged", "bdm://here/data/x/y/missing");
        assertThat(items).allSatisfy(item -> assertThat(item.digests()).hasSize(1));
    }

    @Test
    void refusesWhenNothingIsWrongOrNoReplicaIsKnown() {
        held("x/right", HoldingState.VERIFIED);
        assertThat(repair("").text("code")).isEqualTo("NOT_FOUND");

        held("x/damaged", HoldingState.DAMAGED);
        Answer answer = repair("");
        assertThat(answer.text("code")).isEqualTo("SOURCE_NOT_FOUND");
        assertThat(answer.body()).contains("--from");
        assertThat(repair(",\"items\":[{\"source\":\"a\",\"destination\":\"b\"}]")
                        .text("code"))
                .isEqualTo("INVALID_REQUEST");
    }
}
