package org.bdm.core.wire;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.core.wire.Frame.Purpose;

/**
 * Frames of the greeting and of the session.
 *
 * <pre>
 *  HELLO    version min u16, max u16 | features u64 | process instance u64 | purpose u8 | node 32 | limits 20 | site u8+n | session u8+n
 *           | ticket u16+n (0: none)
 *  limits   block bytes u32 | outstanding bytes u64 | outstanding requests u32 | items per WANT u32
 *  WELCOME  version u16 | features u64 | limits 20 | ticket expiry u64 s | server time u64 s
 *           | with DATA_PORTS: count u8 (0 to 64) | (HOST:PORT u8+n)*
 *           | with READERS: most readers u8 (1 to 64)
 *  RENEW    ticket u16+n
 *  LIMITS   outstanding bytes u64 | outstanding requests u32 | bytes per second u64
 *  DIAL     streams u16 | session u8+n
 *  GOODBYE  drain u8 | reason u16+n
 * </pre>
 */
final class GreetingCodec {
    private static final int NODE_BYTES = 32;
    private static final int SITE_BYTES_MAX = 63;

    private GreetingCodec() {}

    static void hello(Frame.Hello hello, FieldWriter out) {
        out.u16(hello.versionMin()).u16(hello.versionMax()).i64(hello.features());
        out.i64(hello.processInstance()).u8(purposeNumber(hello.purpose()));
        out.bytes(HexFormat.of().parseHex(hello.node().fingerprint()));
        limits(hello.limits(), out);
        out.ascii(hello.site().value(), SITE_BYTES_MAX).ascii(hello.session(), WireLimits.SESSION_BYTES_MAX);
        out.longBytes(hello.ticket().orElse(new byte[0]), WireLimits.TICKET_BYTES_MAX);
    }

    static Frame hello(FieldReader in) {
        int versionMin = in.u16("version min");
        int versionMax = in.u16("version max");
        long features = in.i64("features");
        long instance = in.i64("process instance");
        Purpose purpose = purpose(in);
        NodeId node = new NodeId(HexFormat.of().formatHex(in.bytes("node", NODE_BYTES, NODE_BYTES)));
        OfferedLimits limits = limits(in);
        SiteName site = new SiteName(in.ascii("site", SITE_BYTES_MAX));
        String session = in.ascii("session", WireLimits.SESSION_BYTES_MAX);
        byte[] ticket = in.longBytes("ticket", WireLimits.TICKET_BYTES_MAX);
        return new Frame.Hello(
                versionMin,
                versionMax,
                features,
                site,
                node,
                instance,
                purpose,
                session,
                limits,
                ticket.length == 0 ? Optional.empty() : Optional.of(ticket));
    }

    private static int purposeNumber(Purpose purpose) {
        return switch (purpose) {
            case ASK -> 1;
            case STANDBY -> 2;
            case JOIN -> 3;
            case PAIR -> 4;
        };
    }

    private static Purpose purpose(FieldReader in) {
        int number = in.u8("purpose");
        return switch (number) {
            case 1 -> Purpose.ASK;
            case 2 -> Purpose.STANDBY;
            case 3 -> Purpose.JOIN;
            case 4 -> Purpose.PAIR;
            default -> throw in.violation("purpose is " + number);
        };
    }

    private static void limits(OfferedLimits limits, FieldWriter out) {
        out.i32(limits.blockBytes()).i64(limits.outstandingBytesMax());
        out.i32(limits.outstandingRequestsMax()).i32(limits.itemsPerWantMax());
    }

    private static OfferedLimits limits(FieldReader in) {
        return new OfferedLimits(
                in.number("block bytes", WireLimits.BLOCK_BYTES_MIN, WireLimits.BLOCK_BYTES_MAX),
                in.count("outstanding bytes"),
                in.number("outstanding requests", 1, WireLimits.OUTSTANDING_REQUESTS_MAX),
                in.number("items per WANT", 1, WireLimits.WANT_ITEMS_MAX));
    }

    static void welcome(Frame.Welcome welcome, FieldWriter out) {
        out.u16(welcome.version()).i64(welcome.features());
        limits(welcome.limits(), out);
        out.i64(welcome.ticketExpiryEpochSecond()).i64(welcome.serverTimeEpochSecond());
        if ((welcome.features() & Features.DATA_PORTS) != 0) {
            out.u8(welcome.dataPorts().size());
            welcome.dataPorts().forEach(port -> out.ascii(port, WireLimits.DATA_PORT_BYTES_MAX));
        }
        if ((welcome.features() & Features.READERS) != 0) out.u8(welcome.readersMost());
    }

    static Frame welcome(FieldReader in) {
        int version = in.u16("version");
        long features = in.i64("features");
        OfferedLimits limits = limits(in);
        long expiry = in.count("ticket expiry");
        long time = in.count("server time");
        List<String> dataPorts = dataPorts(features, in);
        int readersMost = (features & Features.READERS) == 0 ? 1 : readers(in);
        return new Frame.Welcome(version, features, limits, expiry, time, dataPorts, readersMost);
    }

    static int readers(FieldReader in) {
        int readers = in.u8("readers");
        if (readers < 1 || readers > WireLimits.READERS_MAX) throw in.violation("there are " + readers + " readers");
        return readers;
    }

    private static List<String> dataPorts(long features, FieldReader in) {
        if ((features & Features.DATA_PORTS) == 0) return List.of();
        int count = in.u8("data ports");
        if (count > WireLimits.DATA_PORTS_MAX) throw in.violation(count + " data ports are named");
        List<String> ports = new ArrayList<>(count);
        for (int i = 0; i < count; i++) ports.add(in.ascii("data port", WireLimits.DATA_PORT_BYTES_MAX));
        return ports;
    }

    static void renew(Frame.Renew renew, FieldWriter out) {
        out.longBytes(renew.ticket(), WireLimits.TICKET_BYTES_MAX);
    }

    static Frame renew(FieldReader in) {
        return new Frame.Renew(in.longBytes("ticket", WireLimits.TICKET_BYTES_MAX));
    }

    static void limitsFrame(Frame.Limits limits, FieldWriter out) {
        out.i64(limits.outstandingBytesMax())
                .i32(limits.outstandingRequestsMax())
                .i64(limits.bytesPerSecondMax());
    }

    static Frame limitsFrame(FieldReader in) {
        return new Frame.Limits(
                in.count("outstanding bytes"),
                in.number("outstanding requests", 1, WireLimits.OUTSTANDING_REQUESTS_MAX),
                in.count("bytes per second"));
    }

    static void dial(Frame.Dial dial, FieldWriter out) {
        out.u16(dial.streams()).ascii(dial.session(), WireLimits.SESSION_BYTES_MAX);
    }

    static Frame dial(FieldReader in) {
        int streams = in.u16("streams");
        if (streams < 1 || streams > WireLimits.DIAL_STREAMS_MAX)
            throw in.violation("it asks for " + streams + " streams");
        return new Frame.Dial(in.ascii("session", WireLimits.SESSION_BYTES_MAX), streams);
    }

    static void goodbye(Frame.Goodbye goodbye, FieldWriter out) {
        out.flag(goodbye.drain()).detail(goodbye.reason());
    }

    static Frame goodbye(FieldReader in) {
        return new Frame.Goodbye(in.flag("drain"), in.detail("reason"));
    }
}
