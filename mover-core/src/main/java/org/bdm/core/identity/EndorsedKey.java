package org.bdm.core.identity;

import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;

/** A node's key for which the key of its site vouches, for some days at a time. Any thread. */
public final class EndorsedKey implements NodeCredentials {
    private final NodeKey key;
    private final NodeId pin;
    private final Clock clock;
    private volatile List<X509Certificate> certificates;

    /**
     * With the first certificates.
     *
     * @param pin the site's key
     * @throws MoverException PEER_NOT_PINNED if the site's key does not vouch for this one now
     */
    public EndorsedKey(NodeKey key, NodeId pin, List<X509Certificate> certificates, Clock clock) {
        this.key = key;
        this.pin = pin;
        this.clock = clock;
        this.certificates = checked(certificates);
    }

    /** Shows these certificates from now on; throws as the constructor, and then shows the former ones. */
    public void renew(List<X509Certificate> fresh) {
        if (!fresh.equals(certificates)) certificates = checked(fresh);
    }

    private List<X509Certificate> checked(List<X509Certificate> fresh) {
        NodeId known = NodeEndorsement.pinOf(fresh, clock.instant());
        boolean isOwn = NodeKey.nodeOf(fresh.get(0).getPublicKey()).equals(key.node());
        if (isOwn && known.equals(pin)) return List.copyOf(fresh);
        throw new MoverException(
                ErrorCode.PEER_NOT_PINNED,
                "a certificate is not one of the key " + key.node() + ", signed with the key " + pin);
    }

    /** The end of the certificate that is shown now. */
    public Instant until() {
        return certificates.get(0).getNotAfter().toInstant();
    }

    @Override
    public NodeKey key() {
        return key;
    }

    @Override
    public List<X509Certificate> certificates() {
        return certificates;
    }

    @Override
    public NodeId pin() {
        return pin;
    }
}
