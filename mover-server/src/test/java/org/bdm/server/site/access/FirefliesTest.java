package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Scitag;
import org.bdm.core.source.bdm.FlowMarker;
import org.bdm.core.stream.StreamEnds;
import org.bdm.core.testkit.TurnedClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fireflies as a collector gets them. */
@Timeout(30)
class FirefliesTest {
    private final TurnedClock clock = new TurnedClock();
    private DatagramSocket collector;

    @BeforeEach
    void open() throws IOException {
        collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        collector.setSoTimeout(20_000);
    }

    @AfterEach
    void close() {
        collector.close();
    }

    private Fireflies fireflies() {
        return new Fireflies(
                List.of((InetSocketAddress) collector.getLocalSocketAddress()), "bulk-data-mover 1.0", clock);
    }

    private String received() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
        collector.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
    }

    private static JsonNode json(String firefly) {
        return new JsonMapper().readTree(firefly.substring(firefly.indexOf('{')));
    }

    private static StreamEnds ends(String here, String there) throws IOException {
        return new StreamEnds(
                new InetSocketAddress(InetAddress.getByName(here), 40_000),
                new InetSocketAddress(InetAddress.getByName(there), 8471));
    }

    @Test
    void aStreamIsToldWhenItBeginsAndWhenItEndsWithItsBytes() throws IOException {
        try (Fireflies fireflies = fireflies()) {
            FlowMarker.Flow flow = fireflies.began(ends("192.0.2.1", "198.51.100.7"), new Scitag(16 * 64 + 3));
            String begin = received();
            assertThat(begin).matches("<134>1 \\S+ \\S+ bulk-data-mover - firefly-json - \\{.*}");
            JsonNode start = json(begin);
            assertThat(start.path("version").asInt()).isEqualTo(1);
            assertThat(start.path("flow-lifecycle").path("state").asString()).isEqualTo("start");
            assertThat(start.path("flow-lifecycle").has("end-time")).isFalse();
            assertThat(start.path("context").path("experiment-id").asInt()).isEqualTo(16);
            assertThat(start.path("context").path("activity-id").asInt()).isEqualTo(3);
            assertThat(start.path("context").path("application").asString()).isEqualTo("bulk-data-mover 1.0");
            JsonNode id = start.path("flow-id");
            assertThat(id.toString())
                    .isEqualTo("{\"afi\":\"ipv4\",\"dst-ip\":\"192.0.2.1\",\"dst-port\":40000,\"protocol\":\"tcp\","
                            + "\"src-ip\":\"198.51.100.7\",\"src-port\":8471}");

            clock.turn(Duration.ofMinutes(1));
            flow.ended(123_456);
            JsonNode end = json(received());
            assertThat(end.path("flow-id")).isEqualTo(id);
            assertThat(end.path("flow-lifecycle").path("state").asString()).isEqualTo("end");
            assertThat(end.path("flow-lifecycle").path("start-time"))
                    .isEqualTo(start.path("flow-lifecycle").path("start-time"));
            assertThat(end.path("flow-lifecycle").path("end-time").asString())
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00")
                    .isGreaterThan(
                            start.path("flow-lifecycle").path("start-time").asString());
            assertThat(end.path("usage").path("received").asLong()).isEqualTo(123_456);
        }
    }

    @Test
    void addressesOfIpv6HaveNoZone() throws IOException {
        try (Fireflies fireflies = fireflies()) {
            fireflies.began(ends("2001:db8::1", "2001:db8::7"), new Scitag(65));
            JsonNode id = json(received()).path("flow-id");
            assertThat(id.path("afi").asString()).isEqualTo("ipv6");
            assertThat(id.path("src-ip").asString()).isEqualTo("2001:db8:0:0:0:0:0:7");
        }
    }

    @Test
    void aCollectorHasTheUsualPortUnlessItIsSaid() {
        assertThat(Fireflies.collector("collector.example.org").getPort()).isEqualTo(10_514);
        assertThat(Fireflies.collector("collector.example.org:99").getPort()).isEqualTo(99);
        assertThat(Fireflies.collector("192.0.2.1").getPort()).isEqualTo(10_514);
        assertThat(Fireflies.collector("2001:db8::1").getPort()).isEqualTo(10_514);
        assertThat(Fireflies.collector("[2001:db8::1]:99").getPort()).isEqualTo(99);
        assertThatThrownBy(() -> Fireflies.collector("no host"))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("is not HOST:PORT");
    }
}
