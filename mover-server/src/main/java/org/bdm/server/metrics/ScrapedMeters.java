package org.bdm.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All meters of this process: bound to Micrometer's registry for Prometheus, which collects them at each scrape. Collecting waits for slow
 * figures for a moment only. Any thread.
 */
public final class ScrapedMeters implements MeterBinder, MultiCollector, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScrapedMeters.class);

    /** Time that a scrape waits for figures that are being read, all together. */
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private final String site;
    private final List<MeterSource> sources;
    private final List<Refreshed<?>> figures;
    private final MeteredServer.Environment environment;
    private final LabelBounds bounds = new LabelBounds();
    private final AtomicLong errors = new AtomicLong();

    /**
     * Reads nothing before the first scrape.
     *
     * @param figures what the sources show of slow figures
     */
    ScrapedMeters(
            String site, List<MeterSource> sources, List<Refreshed<?>> figures, MeteredServer.Environment environment) {
        this.site = site;
        this.sources = List.copyOf(sources);
        this.figures = List.copyOf(figures);
        this.environment = environment;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (registry instanceof PrometheusMeterRegistry prometheus) {
            prometheus.getPrometheusRegistry().register(this);
        }
    }

    @Override
    public MetricSnapshots collect() {
        long until = environment.nanoTime().getAsLong() + PATIENCE.toNanos();
        figures.forEach(Refreshed::begin);
        figures.forEach(figure -> figure.await(until));
        MeterSamples samples = new MeterSamples(site, bounds);
        for (MeterSource source : sources) add(source, samples);
        new FigureMeters(figures).addTo(samples);
        samples.add(DeclaredMeter.SCRAPE_ERRORS, errors.get());
        return samples.snapshots();
    }

    /** One group that cannot be read must not hide the others. */
    private void add(MeterSource source, MeterSamples samples) {
        try {
            source.addTo(samples);
        } catch (RuntimeException e) {
            errors.incrementAndGet();
            LOG.warn(
                    "metrics of {} are missing in this scrape",
                    source.getClass().getSimpleName(),
                    e);
        }
    }

    /** Begins no more readings; one that is under way ends by itself. */
    @Override
    public void close() {
        environment.threads().shutdown(); // not interrupted: that would close the file of an H2 catalog
    }
}
