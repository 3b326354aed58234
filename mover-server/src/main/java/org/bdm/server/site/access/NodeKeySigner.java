package org.bdm.server.site.access;

import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeEndorsement;
import org.bdm.core.identity.NodeKey;
import org.bdm.server.catalog.node.NodeKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signs, with the key of the site, the keys of its other nodes, as long as nobody removes them. One thread; may block. */
public final class NodeKeySigner {
    private static final Logger LOG = LoggerFactory.getLogger(NodeKeySigner.class);

    private final NodeKeys keys;
    private final NodeKey site;
    private final Clock clock;
    private final SecureRandom random;

    /** For a process that has the key of the site. */
    public NodeKeySigner(NodeKeys keys, NodeKey site, Clock clock, SecureRandom random) {
        this.keys = keys;
        this.site = site;
        this.clock = clock;
        this.random = random;
    }

    /** Often: signs what is asked for, and anew what has passed half of its time. */
    public void pass() {
        for (NodeKeys.Asked asked : keys.asked(clock.instant().plus(NodeEndorsement.LIFETIME.dividedBy(2)))) {
            try {
                sign(asked);
            } catch (MoverException e) {
                if (e.code() != ErrorCode.INVALID_REQUEST) throw e;
                LOG.warn("the key of node-{} is not signed: {}", asked.number(), e.sentence());
                keys.refuse(asked.number());
            }
        }
    }

    private void sign(NodeKeys.Asked asked) {
        NodeId shown = NodeId.ofKey(asked.publicKey());
        if (!shown.equals(asked.node())) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "it is of " + shown + ", and the node is " + asked.node());
        }
        List<X509Certificate> signed = NodeEndorsement.sign(site, asked.publicKey(), clock, random);
        keys.give(asked.number(), encoded(signed), signed.get(0).getNotAfter().toInstant());
        LOG.info(
                "the key {} of node-{} was signed until {}",
                asked.node(),
                asked.number(),
                signed.get(0).getNotAfter().toInstant());
    }

    private static List<byte[]> encoded(List<X509Certificate> certificates) {
        List<byte[]> encoded = new ArrayList<>();
        try {
            for (X509Certificate certificate : certificates) encoded.add(certificate.getEncoded());
            return encoded;
        } catch (CertificateEncodingException e) {
            throw new MoverException(ErrorCode.INTERNAL, "a certificate cannot be written", e);
        }
    }
}
