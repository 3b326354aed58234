package org.bdm.server.carrier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** Deterministic ids of FTS: a UUID of version 5 of the site's own text, in the name space of the virtual organisation. Pure. */
final class FtsJobId {
    private FtsJobId() {}

    /** Returns the name space of a virtual organisation below the base id of a service. */
    static UUID space(UUID base, String organisation) {
        return version5(base, organisation);
    }

    /** Returns the id of the job that was submitted with this {@code sid}. */
    static UUID of(UUID space, String sid) {
        return version5(space, sid);
    }

    /** RFC 9562, section 5.5. */
    private static UUID version5(UUID space, String name) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update(ByteBuffer.allocate(16)
                    .putLong(space.getMostSignificantBits())
                    .putLong(space.getLeastSignificantBits())
                    .flip());
            ByteBuffer digest = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
            long high = (digest.getLong() & 0xffff_ffff_ffff_0fffL) | 0x5000L;
            long low = (digest.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
            return new UUID(high, low);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
