package org.bdm.core.wire;

/** Writes and reads LOAD: nine numbers of 32 bits. */
final class LoadCodec {
    static final int BYTES = 9 * Integer.BYTES;

    private LoadCodec() {}

    static void load(Frame.Load load, FieldWriter out) {
        out.i32(load.spanMicros())
                .i32(load.readingMicros())
                .i32(load.computingMicros())
                .i32(load.sendingMicros())
                .i32(load.pacingMicros())
                .i32(load.busyPermille())
                .i32(load.roundTripMicros())
                .i32(load.segments())
                .i32(load.segmentsResent());
    }

    static Frame load(FieldReader in) {
        return new Frame.Load(
                any("span", in),
                any("reading", in),
                any("computing", in),
                any("sending", in),
                any("pacing", in),
                in.number("busy", 0, 1000),
                any("round trip", in),
                any("segments", in),
                any("segments resent", in));
    }

    private static int any(String field, FieldReader in) {
        return in.number(field, 0, Integer.MAX_VALUE);
    }
}
