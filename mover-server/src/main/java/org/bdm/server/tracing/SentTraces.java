package org.bdm.server.tracing;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bdm.server.job.schedule.Worker;

/** Sends spans to a collector, as OTLP over HTTP, in batches of up to five seconds; those beyond 2,048 that wait are dropped. */
final class SentTraces implements Tracing {
    private static final String SCOPE = "org.bdm";
    private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(5);
    private static final long LAST_SENDING_SECONDS_MAX = 2;

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;
    private final ObservationRegistry observations;

    private SentTraces(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        io.opentelemetry.api.trace.Tracer spans = sdk.getTracer(SCOPE);
        this.tracer = new OtelTracer(spans, new OtelCurrentTraceContext(), event -> {});
        this.observations = ObservationRegistry.create();
        observations
                .observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(
                        new PropagatingReceiverTracingObservationHandler<>(
                                tracer, new OtelPropagator(sdk.getPropagators(), spans)),
                        new DefaultTracingObservationHandler(tracer)));
    }

    /** Begins; nothing is sent before the first span ends. */
    static SentTraces to(URI collector, double share, String site, String version) {
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(collector.toString())
                .setTimeout(ANSWER_PATIENCE)
                .build();
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.create(about(site, version)))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(share)))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                .build();
        return new SentTraces(OpenTelemetrySdk.builder()
                .setTracerProvider(provider)
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build());
    }

    /** Names of the semantic conventions of OpenTelemetry for a service. */
    private static Attributes about(String site, String version) {
        return Attributes.of(
                AttributeKey.stringKey("service.name"),
                "bulk-data-mover",
                AttributeKey.stringKey("service.namespace"),
                site,
                AttributeKey.stringKey("service.version"),
                version,
                AttributeKey.stringKey("service.instance.id"),
                UUID.randomUUID().toString());
    }

    @Override
    public Optional<ObservationRegistry> observations() {
        return Optional.of(observations);
    }

    @Override
    public Worker traced(String work, Worker worker) {
        return new TracedWorker(work, worker, tracer);
    }

    @Override
    public void close() {
        sdk.getSdkTracerProvider().shutdown().join(LAST_SENDING_SECONDS_MAX, TimeUnit.SECONDS);
    }
}
