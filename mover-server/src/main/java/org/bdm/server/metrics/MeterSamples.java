package org.bdm.server.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.db.DurationCounts;

/** The values of all meters at one scrape. One thread. */
final class MeterSamples {
    private final String site;
    private final LabelBounds bounds;
    private final Map<DeclaredMeter, Map<Labels, Double>> values = new EnumMap<>(DeclaredMeter.class);
    private final Map<DeclaredMeter, Map<Labels, DurationCounts.Counted>> durations =
            new EnumMap<>(DeclaredMeter.class);

    /** Without any value. */
    MeterSamples(String site, LabelBounds bounds) {
        this.site = site;
        this.bounds = bounds;
    }

    /**
     * Adds a value. Those that have the same labels, since the bound of one is reached, are added up; a meter that does not add up is left out
     * for them.
     *
     * @param labels the values of its labels in their order, without that of the site
     */
    void add(DeclaredMeter meter, double value, String... labels) {
        if (meter.kind() == MeterKind.HISTOGRAM) throw new IllegalArgumentException(meter + " counts durations");
        Labels shown = labels(meter, labels);
        boolean isTogether = shown.stream().anyMatch(label -> label.getValue().equals(MeterLabel.OTHER));
        if (isTogether && !meter.kind().addsUp()) return;
        values.computeIfAbsent(meter, first -> new LinkedHashMap<>()).merge(shown, value, Double::sum);
    }

    /** Adds a number; beyond 2^53 it is rounded. */
    void add(DeclaredMeter meter, long value, String... labels) {
        add(meter, (double) value, labels);
    }

    /** Adds 1 for yes and 0 for no. */
    void add(DeclaredMeter meter, boolean isSo, String... labels) {
        add(meter, isSo ? 1L : 0L, labels);
    }

    /** Adds counted durations. */
    void add(DeclaredMeter meter, DurationCounts.Counted counted, String... labels) {
        if (meter.kind() != MeterKind.HISTOGRAM) throw new IllegalArgumentException(meter + " counts no durations");
        durations.computeIfAbsent(meter, first -> new LinkedHashMap<>()).put(labels(meter, labels), counted);
    }

    private Labels labels(DeclaredMeter meter, String... given) {
        List<MeterLabel> declared = meter.labels();
        if (given.length != declared.size() - 1) {
            throw new IllegalArgumentException(meter + " has the labels " + declared);
        }
        List<String> names = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < declared.size(); i++) {
            names.add(declared.get(i).shown());
            shown.add(i == 0 ? site : bounds.shown(declared.get(i), given[i - 1]));
        }
        return Labels.of(names, shown);
    }

    /** All values as Prometheus shows them. */
    MetricSnapshots snapshots() {
        List<MetricSnapshot> snapshots = new ArrayList<>();
        values.forEach((meter, points) -> snapshots.add(snapshot(meter, points)));
        durations.forEach((meter, points) -> snapshots.add(histogram(meter, points)));
        return new MetricSnapshots(snapshots);
    }

    private static <T extends MetricSnapshot.Builder<T>> T described(DeclaredMeter meter, T builder) {
        T described = builder.name(meter.family()).help(meter.help());
        return meter.unit().map(unit -> described.unit(new Unit(unit))).orElse(described);
    }

    private static MetricSnapshot snapshot(DeclaredMeter meter, Map<Labels, Double> points) {
        if (meter.kind() == MeterKind.COUNTER) {
            CounterSnapshot.Builder counter = described(meter, CounterSnapshot.builder());
            points.forEach((labels, value) -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(labels)
                    .value(value)
                    .build()));
            return counter.build();
        }
        GaugeSnapshot.Builder gauge = described(meter, GaugeSnapshot.builder());
        points.forEach((labels, value) -> gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(labels)
                .value(value)
                .build()));
        return gauge.build();
    }

    private static MetricSnapshot histogram(DeclaredMeter meter, Map<Labels, DurationCounts.Counted> points) {
        HistogramSnapshot.Builder histogram = described(meter, HistogramSnapshot.builder());
        points.forEach((labels, counted) -> histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets(counted))
                .sum(counted.seconds())
                .build()));
        return histogram.build();
    }

    private static ClassicHistogramBuckets buckets(DurationCounts.Counted counted) {
        List<Double> bounds = new ArrayList<>(counted.boundsSeconds());
        bounds.add(Double.POSITIVE_INFINITY);
        return ClassicHistogramBuckets.of(bounds, counted.operations());
    }
}
