package org.bdm.core.identity;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Signature;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Signs tickets with the key of a node of the issuing site. Safe on any thread; takes well under a millisecond. */
public final class TicketSigner {
    private final NodeKey key;

    /** The key must be pinned, under the issuer's name, at the sites that are to accept the tickets. */
    public TicketSigner(NodeKey key) {
        this.key = key;
    }

    /**
     * The ticket as bytes for HELLO and RENEW, at most {@value Ticket#SIGNED_BYTES_MAX}.
     *
     * @throws MoverException TOO_LARGE if the prefixes of the grants are too long for that
     */
    public byte[] sign(Ticket ticket) {
        byte[] body =
                TicketCodec.encode(ticket, key.certificate().getPublicKey().getEncoded());
        int length = body.length + TicketCodec.SIGNATURE_BYTES;
        if (length > Ticket.SIGNED_BYTES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "a ticket of " + length + " bytes, over " + Ticket.SIGNED_BYTES_MAX);
        }
        try {
            Signature signature = Signature.getInstance(TicketCodec.SIGNATURE_ALGORITHM);
            signature.initSign(key.privateKey());
            signature.update(TicketCodec.SIGNED_CONTEXT);
            signature.update(body);
            return ByteBuffer.allocate(length).put(body).put(signature.sign()).array();
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot sign a ticket", e);
        }
    }
}
