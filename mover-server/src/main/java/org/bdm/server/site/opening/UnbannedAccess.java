package org.bdm.server.site.opening;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.Access;
import org.bdm.core.serve.AccessCheck;
import org.bdm.core.source.bdm.DialledPeers;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;

/** Refuses banned sites at the data port: they are not served, and may not dial in. Any thread. */
public final class UnbannedAccess implements AccessCheck {
    private final AccessCheck real;
    private final Openings openings;

    /** Asks {@code real} about everybody, and lets in who is not banned. */
    public UnbannedAccess(AccessCheck real, Openings openings) {
        this.real = real;
        this.openings = openings;
    }

    @Override
    public Access check(Frame.Hello hello, PeerIdentity peer) {
        return unbanned(real.check(hello, peer));
    }

    @Override
    public Access renew(Frame.Hello hello, byte[] ticket, PeerIdentity peer) {
        return unbanned(real.renew(hello, ticket, peer));
    }

    /** The site that signed the ticket counts, not the one that the peer names. */
    private Access unbanned(Access granted) {
        refuse(openings, granted.issuer());
        return granted;
    }

    /** The same for sources that dial in. */
    public static DialledPeers dialling(DialledPeers real, Openings openings) {
        return (hello, peer) -> {
            real.check(hello, peer);
            refuse(openings, hello.site());
        };
    }

    /** The banned site is told that it is, not by whom or why. */
    private static void refuse(Openings openings, SiteName site) {
        if (!openings.isBanned(site.value())) return;
        throw new MoverException(
                ErrorCode.SITE_BANNED, "the other site has banned '" + site + "'; ask its administrator");
    }
}
