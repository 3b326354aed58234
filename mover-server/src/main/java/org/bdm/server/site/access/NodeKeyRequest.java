package org.bdm.server.site.access;

import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.EndorsedKey;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.NodeEndorsement;
import org.bdm.core.identity.NodeKey;
import org.bdm.server.catalog.node.NodeKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets for the key of this node, which is not that of the site, the certificates of the site. One thread; may block. */
public final class NodeKeyRequest {
    private static final Logger LOG = LoggerFactory.getLogger(NodeKeyRequest.class);
    private static final Duration LOOK_AFTER = Duration.ofMillis(200);

    private final NodeKeys keys;
    private final Clock clock;

    /** Of this process. */
    public NodeKeyRequest(NodeKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * The key if it is that of the site; else the key with the certificates, for which this waits. Certificates of an earlier start are used
     * while they hold.
     *
     * @param patience how long to wait
     * @throws MoverException HOME_INCOMPLETE if nobody signed it
     */
    public NodeCredentials credentials(NodeKey key, Duration patience) {
        NodeId site = keys.site();
        if (site.equals(key.node())) return key;
        byte[] publicKey = key.certificate().getPublicKey().getEncoded();
        Optional<EndorsedKey> before = given(key, site);
        if (before.isPresent()) keys.ask(publicKey);
        else keys.askAnew(publicKey);
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            Optional<EndorsedKey> signed = given(key, site);
            if (signed.isPresent()) return signed.get();
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) throw unsigned(key, patience);
            LockSupport.parkNanos(LOOK_AFTER.toNanos());
        }
    }

    private Optional<EndorsedKey> given(NodeKey key, NodeId site) {
        try {
            return keys.own().map(encoded -> new EndorsedKey(key, site, read(encoded), clock));
        } catch (MoverException e) {
            if (e.code() != ErrorCode.PEER_NOT_PINNED && e.code() != ErrorCode.INVALID_REQUEST) throw e;
            LOG.info("a certificate in the catalog is not used: {}", e.sentence());
            return Optional.empty();
        }
    }

    private static List<X509Certificate> read(List<byte[]> encoded) {
        return encoded.stream().map(NodeEndorsement::certificate).toList();
    }

    private static MoverException unsigned(NodeKey key, Duration patience) {
        return new MoverException(
                ErrorCode.HOME_INCOMPLETE,
                "no node of the site signed the key of this one, " + key.node() + ", within " + patience.toSeconds()
                        + " s: start the node that has the key of the site, then this one again; or give this one that key, --site-key FILE;"
                        + " if this is the only node of the site, restore its node-key.pem, or run 'mover-server catalog adopt'");
    }

    /** By time: shows what was signed anew, and says when nobody does. */
    public void renew(EndorsedKey own) {
        keys.own().ifPresent(encoded -> own.renew(read(encoded)));
        Duration left = Duration.between(clock.instant(), own.until());
        if (left.compareTo(NodeEndorsement.LIFETIME.dividedBy(3)) > 0) return;
        LOG.warn(
                "the certificate of this node ends at {}, and other sites refuse it then: start the node that has the key of the site,"
                        + " or start this one with --site-key FILE",
                own.until());
    }
}
