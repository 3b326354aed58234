package org.bdm.core.identity;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/** Checks tickets at the source. Safe on any thread, does not block; takes well under a millisecond. */
public final class TicketVerifier {
    /** Maximum difference between the clocks of two sites. */
    public static final Duration CLOCK_SKEW_ALLOWED = Duration.ofMinutes(5);

    private final SiteName ownSite;
    private final PinnedPeers pins;
    private final Clock clock;

    /** Accepts tickets for {@code ownSite} that are signed with keys pinned for their issuer. */
    public TicketVerifier(SiteName ownSite, PinnedPeers pins, Clock clock) {
        this.ownSite = ownSite;
        this.pins = pins;
        this.clock = clock;
    }

    /**
     * The ticket, if it is valid here and now. Whether this site granted the issuer what the ticket names is the caller's question.
     *
     * @param session the session of the HELLO that showed it
     * @param provenNode the node that TLS proved; empty on a plain connection
     * @throws MoverException TICKET_INVALID (altered or no ticket), PEER_NOT_PINNED (signed with a key that is not pinned),
     *     TICKET_EXPIRED (or not valid yet), TICKET_FOREIGN (of another site, node or session)
     */
    public Ticket verify(byte[] signed, String session, Optional<NodeId> provenNode) {
        TicketCodec.Unverified unverified = TicketCodec.decode(signed);
        Ticket ticket = unverified.ticket();
        NodeId signer = NodeId.ofKey(unverified.signer().pinnedKey());
        SiteName signerSite = pins.siteOf(signer)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.PEER_NOT_PINNED,
                        "a ticket was signed with the key " + signer + ", which is not pinned"));
        checkSignature(unverified);
        if (!signerSite.equals(ticket.issuer())) {
            throw foreign("it names " + ticket.issuer() + " as issuer and is signed by " + signerSite);
        }
        checkTimes(ticket);
        if (!ticket.source().equals(ownSite)) throw foreign("it is for " + ticket.source() + ", not for " + ownSite);
        if (!ticket.session().equals(session)) throw foreign("it is for another session");
        provenNode.ifPresent(node -> {
            if (!node.equals(ticket.destinationNode())) {
                throw foreign("it is for the node " + ticket.destinationNode() + ", shown by " + node);
            }
        });
        return ticket;
    }

    private void checkSignature(TicketCodec.Unverified unverified) {
        PublicKey key = signerKey(unverified.signer());
        try {
            Signature signature = Signature.getInstance(TicketCodec.SIGNATURE_ALGORITHM);
            signature.initVerify(key);
            signature.update(unverified.signer().context());
            signature.update(unverified.body());
            if (signature.verify(unverified.signature())) return;
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.TICKET_INVALID, "the signature of a ticket cannot be checked", e);
        }
        throw new MoverException(ErrorCode.TICKET_INVALID, "the signature of a ticket is wrong");
    }

    /** The pinned key, or that of the node for which it vouches now. */
    private PublicKey signerKey(TicketCodec.Signer signer) {
        byte[] certificate = signer.certificate();
        try {
            PublicKey pinned = NodeEndorsement.publicKey(signer.pinnedKey());
            if (certificate == null) return pinned;
            X509Certificate node = NodeEndorsement.certificate(certificate);
            NodeEndorsement.check(node, pinned, clock.instant());
            return node.getPublicKey();
        } catch (MoverException e) {
            throw new MoverException(
                    ErrorCode.TICKET_INVALID, "the key that signed a ticket is not accepted: " + e.detail(), e);
        }
    }

    private void checkTimes(Ticket ticket) {
        Instant now = clock.instant();
        if (now.isAfter(ticket.expiry().plus(CLOCK_SKEW_ALLOWED))) {
            throw expired("expired at " + ticket.expiry() + "; the time here is " + now);
        }
        if (now.isBefore(ticket.notBefore().minus(CLOCK_SKEW_ALLOWED))) {
            throw expired("is not valid before " + ticket.notBefore() + "; the time here is " + now
                    + "; synchronize the clocks of both sites");
        }
    }

    private static MoverException expired(String what) {
        return new MoverException(ErrorCode.TICKET_EXPIRED, "the ticket " + what);
    }

    private static MoverException foreign(String what) {
        return new MoverException(ErrorCode.TICKET_FOREIGN, "the ticket is not valid here: " + what);
    }
}
