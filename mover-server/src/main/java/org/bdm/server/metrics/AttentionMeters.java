package org.bdm.server.metrics;

import java.util.Map;

/** The items that need a person. */
record AttentionMeters(Refreshed<Map<String, Integer>> itemsByCode) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        itemsByCode
                .value()
                .ifPresent(items ->
                        items.forEach((code, number) -> samples.add(DeclaredMeter.SITE_ATTENTION, number, code)));
    }
}
