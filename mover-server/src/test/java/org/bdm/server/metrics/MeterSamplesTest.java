package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values get their labels, and no label grows without bound. */
class MeterSamplesTest {
    private static final int PEERS_MAX = MeterLabel.PEER.valuesMax();

    private final LabelBounds bounds = new LabelBounds();
    private final MeterSamples samples = new MeterSamples("here", bounds);

    private static List<CounterSnapshot.CounterDataPointSnapshot> points(MeterSamples of) {
        MetricSnapshot only = of.snapshots().get(0);
        return ((CounterSnapshot) only).getDataPoints();
    }

    private static double value(MeterSamples of, String peer) {
        return points(of).stream()
                .filter(point -> peer.equals(point.getLabels().get("peer")))
                .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                .findFirst()
                .orElse(-1);
    }

    @Test
    void everyValueHasTheSiteAndItsLabels() {
        samples.add(DeclaredMeter.SENT_BYTES, 5, "there");
        MetricSnapshot shown = samples.snapshots().get(0);
        assertThat(shown.getMetadata().getPrometheusName()).isEqualTo("bdm_sent_bytes");
        assertThat(shown.getMetadata().getHelp()).isEqualTo(DeclaredMeter.SENT_BYTES.help());
        assertThat(points(samples).get(0).getLabels().toString()).contains("site=\"here\"", "peer=\"there\"");
    }

    @Test
    void valuesBeyondTheBoundAreAddedUpAndCountersStayWhatTheyWere() {
        for (int i = 0; i < PEERS_MAX + 9; i++) samples.add(DeclaredMeter.SENT_BYTES, 1, "site" + i);
        assertThat(points(samples)).hasSize(PEERS_MAX);
        assertThat(value(samples, MeterLabel.OTHER)).isEqualTo(10);

        MeterSamples next = new MeterSamples("here", bounds);
        for (int i = PEERS_MAX + 9; i >= 0; i--) next.add(DeclaredMeter.SENT_BYTES, 2, "site" + i);
        assertThat(value(next, MeterLabel.OTHER))
                .as("in another order, one more")
                .isEqualTo(22);
        assertThat(value(next, "site0")).isEqualTo(2);
    }

    @Test
    void meterThatDoesNotAddUpHasNoOther() {
        for (int i = 0; i < PEERS_MAX + 9; i++) samples.add(DeclaredMeter.PEER_REACHABLE, true, "site" + i);
        GaugeSnapshot shown = (GaugeSnapshot) samples.snapshots().get(0);
        assertThat(shown.getDataPoints()).hasSize(PEERS_MAX - 1).allMatch(point -> point.getValue() == 1);
    }

    @Test
    void labelWhoseValuesAreKnownHasAPlaceForEach() {
        for (String outcome : List.of("done", "skipped", "failed")) {
            assertThat(bounds.shown(MeterLabel.OUTCOME, outcome)).isEqualTo(outcome);
        }
    }

    @Test
    void missingLabelIsADefect() {
        assertThatThrownBy(() -> samples.add(DeclaredMeter.SENT_BYTES, 5)).isInstanceOf(IllegalArgumentException.class);
    }
}
