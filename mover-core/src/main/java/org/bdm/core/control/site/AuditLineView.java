package org.bdm.core.control.site;

import java.time.Instant;

/**
 * A line of the audit log.
 *
 * @param line Number of the line, from 1, without gaps. Such as {@code 512}.
 * @param who Owner of the token; unknown if nobody was recognised. Such as {@code ann}.
 * @param action Method and route of a change, or a word such as LOGIN or REFUSED. Such as {@code POST /api/v1/jobs/{jobId}/cancel}.
 * @param object What it was done to: an id or an address. Such as {@code job-7}.
 * @param result The HTTP status or the error code. Such as {@code 200}.
 * @param address Network address of the caller; empty for what the program did by itself. Such as {@code 192.0.2.7}.
 * @param detail More for a person; may be empty. Such as {@code priority=2}.
 * @param text What was done, in words, without who did it; empty from a server of an earlier version. Such as {@code limited the link from
 * north to south: 2 Gbit/s = 250 MB/s}.
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
