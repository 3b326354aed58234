package org.bdm.core.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;

/**
 * Permission of the site that owns a job for one node to read at one site, for a short time. The source allows what both the ticket and its own grant
 * to the issuer allow.
 *
 * @param issuer the site that owns the job and signs
 * @param job the job, as the issuer numbers it
 * @param source the site that is to give the bytes
 * @param destination the site of the node that asks
 * @param destinationNode the node that asks; on TLS its key must be proven
 * @param grants what may be read, 1 to {@value #GRANTS_MAX}
 * @param notBefore first moment of validity
 * @param expiry end of validity, at most {@link #LIFETIME_MAX} after {@code notBefore}; both are cut to the second
 * @param streamsMax streams that may show this ticket at a time, 1 to 64
 * @param bytesMax payload bytes that may be sent for the session; 0 is no limit
 * @param session the session, 1 to 64 characters: letters, digits, minus
 */
public record Ticket(
        SiteName issuer,
        JobId job,
        SiteName source,
        SiteName destination,
        NodeId destinationNode,
        List<Grant> grants,
        Instant notBefore,
        Instant expiry,
        int streamsMax,
        long bytesMax,
        String session) {
    /** Longest time between {@code notBefore} and {@code expiry}. */
    public static final Duration LIFETIME_MAX = Duration.ofMinutes(15);

    /** Most grants in one ticket. */
    public static final int GRANTS_MAX = 16;

    /** Most bytes of a signed ticket. */
    public static final int SIGNED_BYTES_MAX = 4096;

    private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9-]{1,64}");

    /** Copies the list, cuts the times to seconds and refuses values out of bounds. */
    public Ticket {
        grants = List.copyOf(grants);
        notBefore = Instant.ofEpochSecond(notBefore.getEpochSecond());
        expiry = Instant.ofEpochSecond(expiry.getEpochSecond());
        if (grants.isEmpty() || grants.size() > GRANTS_MAX) {
            throw new IllegalArgumentException("a ticket has 1 to " + GRANTS_MAX + " grants, not " + grants.size());
        }
        if (!expiry.isAfter(notBefore) || Duration.between(notBefore, expiry).compareTo(LIFETIME_MAX) > 0) {
            throw new IllegalArgumentException(
                    "a ticket lives at most " + LIFETIME_MAX + ", not from " + notBefore + " to " + expiry);
        }
        if (streamsMax < 1 || streamsMax > 64)
            throw new IllegalArgumentException("streams are 1 to 64, not " + streamsMax);
        if (bytesMax < 0) throw new IllegalArgumentException("bytes are negative: " + bytesMax);
        if (!SESSION.matcher(session).matches()) throw new IllegalArgumentException("not a session name");
    }

    /** True when one of the grants lets {@code path} in {@code export} be read. */
    public boolean allowsRead(ExportName export, StorePath path) {
        return grants.stream().anyMatch(grant -> grant.allowsRead(export, path));
    }
}
