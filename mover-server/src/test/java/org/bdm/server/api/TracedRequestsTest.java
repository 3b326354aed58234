package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class TracedRequestsTest {
    private static boolean isTraced(String path) {
        return TracedRequests.test(
                "http.server.requests",
                new ServerRequestObservationContext(
                        new MockHttpServletRequest("GET", path), new MockHttpServletResponse()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/readyz", "/actuator/prometheus", "/api/v1/shared/campaigns/s"})
    void probesScrapesAndSecretAddressesAreNoSpans(String path) {
        assertThat(isTraced(path)).isFalse();
    }

    @Test
    void requestsOfPeopleAndProgramsAreSpans() {
        assertThat(isTraced("/api/v1/jobs")).isTrue();
    }

    @Test
    void filtersOfRequestsAreNoSpans() {
        assertThat(TracedRequests.test("spring.security.filterchains", new Observation.Context()))
                .isFalse();
    }
}
