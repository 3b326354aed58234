package org.bdm.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.observation.Observation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.job.schedule.RunningWork;
import org.bdm.server.job.schedule.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class TracingTest {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private HttpServer collector;

    @BeforeEach
    void listen() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void end() {
        collector.stop(0);
    }

    private TraceOptions options(String path, double share) {
        TraceOptions options = new TraceOptions();
        options.traceTo =
                URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + path);
        options.traceShare = share;
        return options;
    }

    /** Work on a job that ends when it is told. */
    private record Work(JobId job, CompletableFuture<Void> end) implements RunningWork {
        @Override
        public CompletionStage<Void> ended() {
            return end;
        }

        @Override
        public void stop() {
            end.complete(null);
        }
    }

    private static Worker workerOf(RunningWork work) {
        return (running, wake) -> List.of(work);
    }

    @Test
    void a_piece_of_work_is_a_span_that_names_its_job_and_the_site() throws InterruptedException {
        Work work = new Work(new JobId(77), new CompletableFuture<>());
        try (Tracing tracing = options("/v1/traces", 1).tracing("north", "9.8.7")) {
            Worker traced = tracing.traced("move files", workerOf(work));
            assertThat(traced.start(List.of(), () -> {})).containsExactly(work);
            work.stop();
        }
        assertThat(received.poll(10, TimeUnit.SECONDS))
                .contains("move files", "bdm.job", "job-77", "service.namespace", "north", "9.8.7");
    }

    @Test
    void work_that_has_not_ended_is_not_sent() {
        Work work = new Work(new JobId(77), new CompletableFuture<>());
        try (Tracing tracing = options("/v1/traces", 1).tracing("north", "1")) {
            tracing.traced("list", workerOf(work)).start(List.of(), () -> {});
        }
        assertThat(received).isEmpty();
    }

    @Test
    void a_share_of_nothing_sends_nothing() {
        Work work = new Work(new JobId(77), CompletableFuture.completedFuture(null));
        try (Tracing tracing = options("/v1/traces", 0).tracing("north", "1")) {
            tracing.traced("list", workerOf(work)).start(List.of(), () -> {});
        }
        assertThat(received).isEmpty();
    }

    @Test
    void a_request_is_a_span_in_the_trace_of_its_caller() throws InterruptedException {
        try (Tracing tracing = options("/v1/traces", 0).tracing("north", "1")) {
            MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/v1/jobs");
            request.addHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
            observe(tracing, request);
        }
        assertThat(received.poll(10, TimeUnit.SECONDS))
                .as("the caller, not the share, decides")
                .contains("a request", bytes("0af7651916cd43dd8448eb211c80319c"), bytes("b7ad6b7169203331"));
    }

    private static void observe(Tracing tracing, MockHttpServletRequest request) {
        ServerRequestObservationContext context =
                new ServerRequestObservationContext(request, new MockHttpServletResponse());
        Observation.createNotStarted(
                        "a.request", () -> context, tracing.observations().orElseThrow())
                .contextualName("a request")
                .observe(() -> {});
    }

    private static String bytes(String hex) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < hex.length(); at += 2)
            text.append((char) Integer.parseInt(hex.substring(at, at + 2), 16));
        return text.toString();
    }

    @Test
    void a_collector_that_is_not_there_costs_spans_only() {
        collector.stop(0);
        Work work = new Work(new JobId(77), CompletableFuture.completedFuture(null));
        try (Tracing tracing = options("/v1/traces", 1).tracing("north", "1")) {
            assertThat(tracing.traced("list", workerOf(work)).start(List.of(), () -> {}))
                    .containsExactly(work);
        }
    }

    @Test
    void without_an_address_nothing_is_traced() {
        Tracing tracing = new TraceOptions().tracing("north", "1");
        Worker worker = (running, wake) -> List.of();
        assertThat(tracing.observations()).isEmpty();
        assertThat(tracing.traced("list", worker)).isSameAs(worker);
    }

    @Test
    void an_address_or_a_share_that_cannot_be_is_refused() {
        TraceOptions named = new TraceOptions();
        named.traceTo = URI.create("collector:4318");
        assertThatThrownBy(() -> named.tracing("north", "1"))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("--trace-to collector:4318 is not an address");
        assertThatThrownBy(() -> options("/v1/traces", 1.5).tracing("north", "1"))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> options("/v1/traces", Double.NaN).tracing("north", "1"))
                .isInstanceOf(MoverException.class);
    }
}
