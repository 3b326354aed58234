package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.catalog.job.Reception.WithJob;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.request.Approval;
import org.bdm.server.catalog.request.Requests;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that a manager approves by beginning their job. */
class ApprovedRequestsTest {
    private static final String EARLY = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_185001-194912.nc";
    private static final String LATE = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_195001-201412.nc";
    private static final Map<String, List<String>> FACETS = Map.of("source_id", List.of("INV-ESM"));

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static InventedClaims twoNodes() {
        return new InventedClaims()
                .dataset("a.org", false, true, false, FACETS)
                .file("a.org", EARLY, 10, sha256(1))
                .file("a.org", LATE, 11, sha256(2))
                .by("east")
                .dataset("b.org", true, true, false, FACETS)
                .file("b.org", EARLY, 10, sha256(1));
    }

    private static String datasets(String... names) {
        return "\"datasets\":[\"" + String.join("\",\"", names) + "\"]";
    }

    private static String requested(String fields) {
        Answer made = api.send("POST", "/requests", Role.REQUESTER, "{" + fields + ",\"reason\":\"a thesis\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("id");
    }

    private static Answer approve(String request) {
        return api.send(
                "POST",
                "/requests/" + request + "/approve",
                Role.OPERATOR,
                "{\"destination\":\"bdm://here/data/pool\",\"remark\":\"soon\"}");
    }

    private static List<Job> jobsOf(String request) {
        return api.catalog.jobs().page(JobQuery.newest(Set.of(), null, null, 1000)).rows().stream()
                .filter(job -> job.request().label().equals(request))
                .toList();
    }

    @Test
    void anApprovalWithADestinationIsOneJobOfWhoApprovesAndTheRequesterIsToldOfIt() {
        api.federation.say(twoNodes().claims());
        String id = requested(datasets(DATASET));
        Answer approved = approve(id);

        assertThat(approved.text("state")).as(approved.body()).isEqualTo("APPROVED");
        Answer told = api.send("GET", "/requests/" + id, Role.REQUESTER, null);
        assertThat(told.text("job")).startsWith("job-");
        assertThat(told.text("jobState")).isEqualTo("QUEUED");
        assertThat(told.text("remark")).isEqualTo("soon");
        Job job = api.catalog.jobs().find(Numbers.job(told.text("job"))).orElseThrow();
        assertThat(job.request().owner()).isEqualTo("operator-person");
        assertThat(job.request().kind()).isEqualTo(JobKind.REPLICA_SET);
        assertThat(api.catalog.jobs().items(job.id(), 0, 100)).hasSize(2);
        assertThat(api.catalog.events().after(job.id(), 0, 100))
                .anyMatch(event -> event.code().equals("REQUEST_APPROVED"));

        assertThat(approve(id).text("code")).isEqualTo("ILLEGAL_STATE");
        assertThat(jobsOf(id)).hasSize(1);
    }

    @Test
    void aJobThatIsRefusedLeavesTheRequestOpen() {
        api.federation.say(twoNodes().claims());
        String unknown = requested(datasets("CMIP6.CMIP.NOBODY.X.historical.r1i1p1f1.Amon.tas.gn.v20200101"));
        assertThat(approve(unknown).body()).contains("UNKNOWN_DATASET");
        assertThat(api.send("GET", "/requests/" + unknown, Role.REQUESTER, null).text("state"))
                .isEqualTo("OPEN");
        assertThat(jobsOf(unknown)).isEmpty();
    }

    @Test
    void anApprovalThatLosesTheRaceLeavesNoJob() {
        api.federation.say(twoNodes().claims());
        String id = requested(datasets(DATASET));
        long number = Numbers.request(id);
        JobRequest asked = new JobRequest(
                JobKind.REPLICA_SET, "bob", id, 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, null);
        WithJob approval = Requests.approving(new Approval(number, "bob", ""));
        try (Reception reception = api.catalog.submissions().receive(asked)) {
            reception.add(SubmittedItem.fromNowhere("bdm://here/data/pool/x.nc", 1, List.of(), "for a test"));
            assertThat(approve(id).text("state")).isEqualTo("APPROVED");
            assertThatThrownBy(() -> reception.finish(null, approval)).hasMessageContaining("decided before");
        }
        assertThat(jobsOf(id)).hasSize(1);
        assertThat(jobsOf(id).get(0).request().owner()).isEqualTo("operator-person");
    }
}
