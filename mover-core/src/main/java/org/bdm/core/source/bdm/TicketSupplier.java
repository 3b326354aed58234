package org.bdm.core.source.bdm;

import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Gives tickets for one session. Any thread, never blocks. */
public interface TicketSupplier {
    /** A ticket that is valid now: asked for before the first stream, and again well before the last one expires. */
    CompletionStage<IssuedTicket> ticket();

    /**
     * A signed ticket.
     *
     * @param bytes as they go over the wire; not copied
     * @param expires after that the source answers nothing new
     */
    @SuppressWarnings("ArrayRecordComponent") // opaque bytes, made for one use
    record IssuedTicket(byte[] bytes, Instant expires) {}
}
