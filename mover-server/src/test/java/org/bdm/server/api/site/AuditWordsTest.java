package org.bdm.server.api.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.site.AuditEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("U6")
class AuditWordsTest {
    private static final Map<String, String> DID = Map.of(
            "PUT /api/v1/links/{source}/{destination}/limit", "limited the link from {source} to {destination}",
            "POST /api/v1/jobs/{jobId}/cancel", "cancelled {jobId}",
            "DELETE /api/v1/hooks/{name}", "removed the hook {name}",
            "POST /api/v1/jobs", "submitted a job");

    private static String words(String action, String object, String result, String detail) {
        return new AuditWords(asked -> Optional.ofNullable(DID.get(asked)))
                .of(new AuditEntry(1, Instant.EPOCH, "ann", action, object, result, "192.0.2.7", detail));
    }

    @Test
    void aChangeIsToldInWordsWithWhatItWasDoneTo() {
        assertThat(words(
                        "PUT /api/v1/links/{source}/{destination}/limit",
                        "/api/v1/links/north/south/limit",
                        "200",
                        "2 Gbit/s = 250 MB/s"))
                .isEqualTo("limited the link from north to south: 2 Gbit/s = 250 MB/s");
        assertThat(words("POST /api/v1/jobs/{jobId}/cancel", "/api/v1/jobs/job-7/cancel?x=1", "409", ""))
                .isEqualTo("cancelled job-7 (failed: 409)");
        assertThat(words("PUT /api/v1/links/{source}/{destination}/limit", "/api/v1/links/%2A/south/limit", "200", ""))
                .isEqualTo("limited the link from * to south");
        assertThat(words("DELETE /api/v1/hooks/{name}", "/api/v1/hooks/%zz", "400", ""))
                .isEqualTo("removed the hook %zz (failed: 400)");
        assertThat(words("POST /api/v1/jobs", "/api/v1/jobs", "201", "/api/v1/jobs/job-1"))
                .isEqualTo("submitted a job: job-1");
        assertThat(words("LOGIN", "token", "OK", "")).isEqualTo("LOGIN token");
    }
}
