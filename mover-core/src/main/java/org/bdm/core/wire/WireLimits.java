package org.bdm.core.wire;

/** Limits of what a peer may send. Everything is checked before anything is allocated; docs/protocol.md lists the same numbers. */
public final class WireLimits {
    /** Bytes of the header of every frame. */
    public static final int HEADER_BYTES = 64;

    /** Smallest block that an end may offer as its largest. */
    public static final int BLOCK_BYTES_MIN = 256 << 10;

    /** Largest payload of a block or pack. */
    public static final int BLOCK_BYTES_MAX = 16 << 20;

    /** Files up to this size may travel in packs. */
    public static final int PACKABLE_BYTES_MAX = 256 << 10;

    /** Pieces of one pack. */
    public static final int PACK_PIECES_MAX = 4096;

    /** Bytes of a hole told by one ZERO. */
    public static final long ZERO_BYTES_MAX = 1L << 30;

    /** Payload of a HELLO. */
    public static final int HELLO_BYTES_MAX = 8 << 10;

    /** Payload of an ENTRIES. */
    public static final int ENTRIES_BYTES_MAX = 1 << 20;

    /** Entries of one page of a directory. */
    public static final int ENTRIES_MAX = 10_000;

    /** Payload of a WANT. */
    public static final int WANT_BYTES_MAX = 256 << 10;

    /** Bytes of the name of what a CALL asks for, ASCII. */
    public static final int CALL_NAME_BYTES_MAX = 63;

    /** Body of a CALL or a REPLY. */
    public static final int CALL_BODY_BYTES_MAX = 256 << 10;

    /** Items of one WANT. */
    public static final int WANT_ITEMS_MAX = 4096;

    /** Ranges of one item of a WANT. */
    public static final int ITEM_RANGES_MAX = 1024;

    /** Requests that one stream may have unanswered. */
    public static final int OUTSTANDING_REQUESTS_MAX = 65_536;

    /** Requests of one CANCEL. */
    public static final int CANCEL_REQUESTS_MAX = 4096;

    /** Streams that one DIAL may ask for. */
    public static final int DIAL_STREAMS_MAX = 16;

    /** Readers of one stream that READERS may ask for. */
    public static final int READERS_MAX = 64;

    /** Bytes of a detail, in UTF-8. */
    public static final int DETAIL_BYTES_MAX = 2 << 10;

    /** Bytes of the name of a session, ASCII. */
    public static final int SESSION_BYTES_MAX = 64;

    /** Data ports that a WELCOME names. */
    public static final int DATA_PORTS_MAX = 64;

    /** Bytes of one of them, ASCII. */
    public static final int DATA_PORT_BYTES_MAX = 255;

    /** Bytes of all of them, one more for each: the greeting is taken before anybody is known, and must be short. */
    public static final int DATA_PORTS_BYTES_MAX = 8_000;

    /** Bytes of a signed ticket. */
    public static final int TICKET_BYTES_MAX = 4096;

    /** Bytes of the target of a symbolic link. */
    public static final int LINK_TARGET_BYTES_MAX = 4096;

    /** Payload of an unknown frame that may be skipped. */
    public static final int SKIPPED_BYTES_MAX = 1 << 20;

    private WireLimits() {}
}
