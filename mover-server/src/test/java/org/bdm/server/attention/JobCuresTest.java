package org.bdm.server.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;

import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What removes the cause stands before the command that tries again. */
@Tag("U5")
class JobCuresTest {
    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private AttentionItem paused(String source, String destination, String code, String text) {
        JobRequest like = request("ann", 3);
        JobRequest wish = new JobRequest(like.kind(), "ann", "", 3, 0, like.kept(), source, destination, (JobId) null);
        JobId id = open.catalog
                .submissions()
                .submit(wish, List.of(item("x")), null)
                .join()
                .job();
        open.catalog.jobs().change(id, JobState.PLANNING, null).join();
        Job job = open.catalog
                .jobs()
                .change(id, JobState.PAUSED, new JobReason(code, text, open.clock.instant(), null))
                .join();
        return new JobCauses(open.catalog).paused(job).orElseThrow();
    }

    private static @Nullable String first(AttentionItem item) {
        return item.remedy().firstCommand();
    }

    private static boolean isTryingAgain(String command) {
        return command.matches("bdm-client (resume|retry|delete|attention ack) .*");
    }

    @ParameterizedTest
    @EnumSource(PauseReason.class)
    void everyPauseThatWaitsForAPersonNamesFirstWhatRemovesItsCause(PauseReason reason) {
        if (!reason.needsPerson()) return;
        AttentionItem item = paused("bdm://north/data/x", "bdm://south/in/x", reason.name(), "said");
        List<Cure> steps = item.remedy().steps();
        assertThat(steps.get(steps.size() - 1).label()).isEqualTo("Resume the job");
        if (reason == PauseReason.BY_USER) {
            assertThat(steps)
                    .as("a person paused it, and resuming is all there is")
                    .hasSize(1);
            return;
        }
        assertThat(isTryingAgain(steps.get(0).command())).isFalse();
        assertThat(steps.get(0).page()).isNotNull();
    }

    @Test
    void everyFailureNamesFirstWhatToLookAtOrToMend() {
        Job job = open.catalog.jobs().find(activeJob(open.catalog, 1, 1)).orElseThrow();
        for (ErrorCode code : ErrorCode.values()) {
            for (long files : new long[] {0, 3}) {
                List<Cure> cures = new JobCures(job).ofFailure(code.name(), files);
                assertThat(cures).as(code.name()).isNotEmpty();
                assertThat(isTryingAgain(cures.get(0).command()))
                        .as(code.name())
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NO_SPACE,       x, bdm-client export list,                     /sites/south",
        "QUOTA_EXCEEDED, x, bdm-client export list,                     /sites/south",
        "READ_ONLY,      x, bdm-client export list,                     /sites/south",
        "PERMISSION,     x, bdm-client export list,                     /sites/south",
        "EXPORT_MISSING, x, bdm-client export list,                     /sites/south",
        "CREDENTIALS,    x, bdm-client site show north,                 /sites/north",
        "CREDENTIALS,    UNKNOWN_SITE: no north, bdm-client site add north CODE, /sites",
        "SOMETHING_NEW,  x, bdm-client explain job-1,                   /jobs/job-1"
    })
    void firstActionOpensThePlaceWhereTheCauseIsRemoved(String code, String text, String command, String page) {
        AttentionItem item = paused("bdm://north/data/x", "bdm://south/in/x", code, text);
        assertThat(item.remedy().steps().get(0).command()).isEqualTo(command);
        assertThat(item.remedy().steps().get(0).page()).isEqualTo(page);
        assertThat(first(item)).isEqualTo(command);
    }

    @Test
    void pauseOfAJobThatReadsFromADataNodeAsksForItsToken() {
        AttentionItem item = paused("https://esgf.example/x", "bdm://south/in/x", "CREDENTIALS", "it requires a login");
        assertThat(first(item)).startsWith("bdm-client data-node set esgf.example --node-token-file");
        assertThat(item.remedy().steps().get(0).page()).isEqualTo("/data-nodes?node=esgf.example");
    }

    @ParameterizedTest
    @CsvSource({
        "LOGIN_NEEDED,        https://esgf.example:8443/thredds/x, esgf.example:8443",
        "CERTIFICATE_REFUSED, https://esgf.example/thredds/x,      esgf.example",
        "LOGIN_NEEDED,        CMIP6.CMIP.IPSL,                     HOST",
        "LOGIN_NEEDED,        https://a b$(rm)/x,                  HOST"
    })
    void tokenOfADataNodeIsAskedForByItsHost(String code, String source, String host) {
        AttentionItem item = paused(source, "bdm://south/in/x", "NO_SPACE", "x");
        Job job = open.catalog.jobs().find(item.job()).orElseThrow();
        Cure cure = new JobCures(job).ofFailure(code, 1).get(0);
        assertThat(cure.command()).startsWith("bdm-client data-node set " + host + " --node-");
        assertThat(cure.page()).isEqualTo(host.equals("HOST") ? "/data-nodes" : "/data-nodes?node=" + host);
    }
}
