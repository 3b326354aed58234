package org.bdm.core.source.http.node;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.bdm.core.fault.ConnectReason;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Turns exceptions of a name server, a socket or TLS into errors with codes. */
public final class ConnectFailures {
    private static final int DETAIL_CHARS_MAX = 300;

    private ConnectFailures() {}

    /** While dialling. */
    public static CopyTrouble ofDialling(Throwable failure, HttpOrigin origin) {
        Throwable cause = failure;
        while (cause instanceof java.util.concurrent.CompletionException && cause.getCause() != null)
            cause = cause.getCause();
        if (cause instanceof MoverException known) {
            CopyTrouble.Kind kind = known.code() == ErrorCode.ADDRESS_REFUSED
                    ? CopyTrouble.Kind.COPY
                    : known.kind().isRetryable() ? CopyTrouble.Kind.NODE : CopyTrouble.Kind.NODE_FOR_LONG;
            return CopyTrouble.of(kind, known);
        }
        Optional<MoverException> login = ofRefusedClient(cause, origin);
        if (login.isPresent()) return CopyTrouble.of(CopyTrouble.Kind.NODE_FOR_LONG, login.get());
        if (isOfCertificate(cause)) {
            return CopyTrouble.of(
                    CopyTrouble.Kind.NODE_FOR_LONG,
                    new MoverException(
                            ErrorCode.CERTIFICATE_REFUSED,
                            "the certificate of " + origin + " is not accepted: " + deepest(cause),
                            cause));
        }
        return CopyTrouble.of(
                CopyTrouble.Kind.NODE,
                new MoverException(
                        ErrorCode.DATA_NODE_UNREACHABLE,
                        "no connection to " + origin + ": " + shortened(ConnectReason.of(cause)),
                        cause));
    }

    /**
     * The node tells with an alert that it does not accept our certificate, or wants one. With TLS 1.3 that comes after the handshake, in
     * place of the answer.
     */
    static Optional<MoverException> ofRefusedClient(Throwable cause, HttpOrigin origin) {
        String said = messages(cause);
        boolean isAlert = said.contains("alert") && (said.contains("certificate") || said.contains("unknown_ca"));
        if (!isAlert) return Optional.empty();
        return Optional.of(new MoverException(
                ErrorCode.LOGIN_NEEDED,
                origin + " requires a client certificate, or does not accept the configured one: " + deepest(cause),
                cause));
    }

    private static boolean isOfCertificate(Throwable cause) {
        boolean isTls = false;
        for (Throwable t = cause; t != null; t = t.getCause()) {
            isTls |= t instanceof SSLException;
            if (t instanceof CertificateException
                    || t instanceof CertPathBuilderException
                    || t instanceof SSLPeerUnverifiedException) return true;
        }
        return isTls && messages(cause).contains("certificate");
    }

    private static String messages(Throwable cause) {
        StringBuilder all = new StringBuilder();
        for (Throwable t = cause; t != null; t = t.getCause())
            all.append(t.getMessage()).append('\n');
        return all.toString().toLowerCase(java.util.Locale.ROOT);
    }

    private static String deepest(Throwable cause) {
        Throwable last = cause;
        while (last.getCause() != null) last = last.getCause();
        return shortly(last);
    }

    private static String shortened(String line) {
        return line.length() <= DETAIL_CHARS_MAX ? line : line.substring(0, DETAIL_CHARS_MAX) + "..";
    }

    /** One line for people. */
    public static String shortly(Throwable cause) {
        String message = cause.getMessage();
        if (message == null) return cause.getClass().getSimpleName();
        String line = message.lines().findFirst().orElse(message);
        return shortened(line);
    }
}
