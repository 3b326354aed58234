package org.bdm.core.stream;

import java.io.Serial;
import java.security.cert.CertificateException;

/** The peer's key is not one of those that are accepted. Travels through the TLS engine and comes out as PEER_NOT_PINNED. */
final class PinRefusedException extends CertificateException {
    @Serial
    private static final long serialVersionUID = 1L;

    PinRefusedException(String message) {
        super(message);
    }
}
