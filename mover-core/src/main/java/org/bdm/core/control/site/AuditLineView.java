package org.bdm.core.control.site;

import java.time.Instant;

/**
 * A line of the audit log.
 *
 * @param line its number, without gaps from 1
 * @param who owner of the token; {@code unknown} for nobody known
 * @param action method and address pattern of a change, or {@code LOGIN}, {@code REFUSED} and the like
 * @param object on what
 * @param result HTTP status or error code
 * @param address from where
 * @param detail more for a person
 * @param text what was done, in words, without who did it; empty from a server of an earlier version
 */
public record AuditLineView(
        long line,
        Instant at,
        String who,
        String action,
        String object,
        String result,
        String address,
        String detail,
        String text) {
    /** An earlier version sends no text. */
    public AuditLineView {
        if (text == null) text = "";
    }
}
