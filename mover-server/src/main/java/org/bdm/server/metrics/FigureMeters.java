package org.bdm.server.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The age of the figures that are not read at each scrape. Where one name has several, as exports have, the oldest counts. */
record FigureMeters(List<Refreshed<?>> figures) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        Map<String, Double> ages = new LinkedHashMap<>();
        for (Refreshed<?> figure : figures) {
            figure.ageSeconds().ifPresent(age -> ages.merge(figure.name(), age, Math::max));
            samples.add(DeclaredMeter.FIGURES_FAILURES, figure.failures(), figure.name());
        }
        ages.forEach((name, age) -> samples.add(DeclaredMeter.FIGURES_AGE, age, name));
    }
}
