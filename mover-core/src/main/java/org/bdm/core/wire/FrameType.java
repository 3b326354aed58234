package org.bdm.core.wire;

import java.util.Optional;

/** The numbers of the frames and the bounds of their payloads. Numbers are never reused: 11 (BLOCK_CRC) and 15 (DURABLE) are reserved. */
enum FrameType {
    HELLO(1, 72, WireLimits.HELLO_BYTES_MAX),
    WELCOME(2, 46, WireLimits.HELLO_BYTES_MAX),
    RENEW(3, 2, WireLimits.TICKET_BYTES_MAX + 2),
    STAT(4, 3, 8192),
    LIST(5, 8, 8192),
    ENTRIES(6, 5, WireLimits.ENTRIES_BYTES_MAX),
    WANT(7, 5, WireLimits.WANT_BYTES_MAX),
    BLOCK(8, 1, WireLimits.BLOCK_BYTES_MAX),
    ZERO(9, 0, 0),
    PACK(10, PackIndex.FIXED_BYTES + PackIndex.PIECE_BYTES, WireLimits.BLOCK_BYTES_MAX),
    FILE_END(12, 44, 44),
    DIGEST(13, 44, 8192),
    DIGESTS(14, 9, 128),
    CANCEL(16, 4, 4 + 8 * WireLimits.CANCEL_REQUESTS_MAX),
    LIMITS(17, 20, 20),
    DIAL(18, 3, 128),
    ERROR(19, 10, WireLimits.DETAIL_BYTES_MAX + 10),
    PING(20, 8, 8),
    PONG(21, 8, 8),
    GOODBYE(22, 3, WireLimits.DETAIL_BYTES_MAX + 3),
    LOAD(23, LoadCodec.BYTES, LoadCodec.BYTES),
    CALL(24, 5, WireLimits.CALL_BODY_BYTES_MAX + WireLimits.CALL_NAME_BYTES_MAX + 5),
    REPLY(25, 4, WireLimits.CALL_BODY_BYTES_MAX + 4),
    DSCP(26, 1, 1),
    READERS(27, 1, 1);

    private static final FrameType[] BY_NUMBER = new FrameType[256];

    static {
        for (FrameType type : values()) BY_NUMBER[type.number] = type;
    }

    private final int number;
    private final int payloadMin;
    private final int payloadMax;

    FrameType(int number, int payloadMin, int payloadMax) {
        this.number = number;
        this.payloadMin = payloadMin;
        this.payloadMax = payloadMax;
    }

    int number() {
        return number;
    }

    int payloadMin() {
        return payloadMin;
    }

    int payloadMax() {
        return payloadMax;
    }

    /** True when the payload is bytes of files and goes to a loan. */
    boolean isBulk() {
        return this == BLOCK || this == PACK;
    }

    static Optional<FrameType> ofNumber(int number) {
        return Optional.ofNullable(BY_NUMBER[number & 0xff]);
    }
}
