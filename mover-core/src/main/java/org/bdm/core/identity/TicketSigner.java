package org.bdm.core.identity;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Signature;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Signs tickets with the key of the issuing site, or of one of its nodes. Safe on any thread; takes well under a millisecond. */
public final class TicketSigner {
    private final NodeCredentials own;

    /** Their pin must be that of the issuer at the sites that are to accept the tickets. */
    public TicketSigner(NodeCredentials own) {
        this.own = own;
    }

    /**
     * The ticket as bytes for HELLO and RENEW, at most {@value Ticket#SIGNED_BYTES_MAX}.
     *
     * @throws MoverException TOO_LARGE if the prefixes of the grants are too long for that; version 2 leaves less room for them
     */
    public byte[] sign(Ticket ticket) {
        TicketCodec.Signer signer = TicketCodec.Signer.of(own.certificates());
        byte[] body = TicketCodec.encode(ticket, signer);
        int length = body.length + TicketCodec.SIGNATURE_BYTES;
        if (length > Ticket.SIGNED_BYTES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "a ticket of " + length + " bytes, over " + Ticket.SIGNED_BYTES_MAX);
        }
        try {
            Signature signature = Signature.getInstance(TicketCodec.SIGNATURE_ALGORITHM);
            signature.initSign(own.key().privateKey());
            signature.update(signer.context());
            signature.update(body);
            return ByteBuffer.allocate(length).put(body).put(signature.sign()).array();
        } catch (GeneralSecurityException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot sign a ticket", e);
        }
    }
}
