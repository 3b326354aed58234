package org.bdm.server.site.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.id.Scitag;
import org.bdm.core.stream.StreamEnds;
import tools.jackson.databind.json.JsonMapper;

/**
 * One flow as networks are told of it: version 1 of the JSON of the SciTags Technical Specification, which is behind a header of syslog
 * (RFC 5424) in a datagram.
 *
 * <pre>
 * {"version": 1,
 *  "flow-lifecycle": {"state": "start" or "end", "start-time": T, "current-time": T, "end-time": T at the end},
 *  "flow-id": {"afi": "ipv4" or "ipv6", "src-ip": the source, "src-port": N, "dst-ip": this end, "dst-port": N, "protocol": "tcp"},
 *  "usage": {"received": bytes, "sent": 0},         at the end
 *  "context": {"experiment-id": N, "activity-id": N, "application": NAME}}
 * </pre>
 *
 * @param began when the stream began to carry bytes for the job
 * @param application name and version of this program
 */
record Firefly(StreamEnds ends, Scitag scitag, Instant began, String application) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

    String start(Instant now) {
        return json(Map.of("state", "start", "start-time", timestamp(began), "current-time", timestamp(now)), Map.of());
    }

    String end(Instant now, long bytes) {
        Map<String, Object> lifecycle = Map.of(
                "state",
                "end",
                "start-time",
                timestamp(began),
                "current-time",
                timestamp(now),
                "end-time",
                timestamp(now));
        return json(lifecycle, Map.of("usage", Map.of("received", bytes, "sent", 0)));
    }

    String timestamp(Instant time) {
        return TIME.format(time);
    }

    private String json(Map<String, Object> lifecycle, Map<String, Object> more) {
        Map<String, Object> all = new TreeMap<>(more);
        all.put("version", 1);
        all.put("flow-lifecycle", new TreeMap<>(lifecycle));
        all.put("flow-id", flow());
        all.put(
                "context",
                new TreeMap<>(Map.of(
                        "experiment-id",
                        scitag.experiment(),
                        "activity-id",
                        scitag.activity(),
                        "application",
                        application)));
        return JSON.writeValueAsString(all);
    }

    private Map<String, Object> flow() {
        InetSocketAddress from = ends.there();
        InetSocketAddress to = ends.here();
        return new TreeMap<>(Map.of(
                "afi",
                from.getAddress() instanceof Inet6Address ? "ipv6" : "ipv4",
                "src-ip",
                withoutZone(from.getAddress()),
                "src-port",
                from.getPort(),
                "dst-ip",
                withoutZone(to.getAddress()),
                "dst-port",
                to.getPort(),
                "protocol",
                "tcp"));
    }

    private static String withoutZone(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
