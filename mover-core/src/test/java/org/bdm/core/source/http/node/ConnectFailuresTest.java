package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a failure to connect is called, and what is done about the copy. */
class ConnectFailuresTest {
    private static final HttpOrigin ORIGIN = HttpOrigin.of(URI.create("https://a.example/f.nc"));

    private static CopyTrouble of(Throwable failure) {
        return ConnectFailures.ofDialling(failure, ORIGIN);
    }

    private static void assertTrouble(Throwable failure, CopyTrouble.Kind kind, ErrorCode code, String detail) {
        CopyTrouble trouble = of(failure);
        assertThat(trouble.kind()).isEqualTo(kind);
        assertThat(trouble.reason().code()).isEqualTo(code);
        assertThat(trouble.reason().detail()).isEqualTo(detail);
    }

    @Test
    void connectionThatIsRefusedIsTriedAgain() {
        assertTrouble(
                new CompletionException(new CompletionException(new ConnectException("refused"))),
                CopyTrouble.Kind.NODE,
                ErrorCode.DATA_NODE_UNREACHABLE,
                "no connection to https://a.example: refused");
        assertTrouble(
                new ConnectException(),
                CopyTrouble.Kind.NODE,
                ErrorCode.DATA_NODE_UNREACHABLE,
                "no connection to https://a.example: ConnectException");
        assertThat(of(new CompletionException("alone", null)).reason().detail()).endsWith(": alone");
    }

    @Test
    void knownFailureKeepsItsCodeAndSaysByItsKindWhetherTheNodeIsTriedAgain() {
        MoverException address = new MoverException(ErrorCode.ADDRESS_REFUSED, "of this machine");
        assertTrouble(
                new CompletionException(address), CopyTrouble.Kind.COPY, ErrorCode.ADDRESS_REFUSED, "of this machine");
        MoverException mayPass = new MoverException(ErrorCode.DATA_NODE_UNREACHABLE, "for now");
        assertTrouble(mayPass, CopyTrouble.Kind.NODE, ErrorCode.DATA_NODE_UNREACHABLE, "for now");
        MoverException forLong = new MoverException(ErrorCode.CERTIFICATE_REFUSED, "for long");
        assertTrouble(forLong, CopyTrouble.Kind.NODE_FOR_LONG, ErrorCode.CERTIFICATE_REFUSED, "for long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Received fatal alert: bad_certificate", "ALERT unknown_ca", "alert: certificate_required"})
    void alertAboutACertificateMeansThatTheNodeWantsOneOfOurs(String message) {
        assertTrouble(
                new SSLException("handshake", new SSLHandshakeException(message)),
                CopyTrouble.Kind.NODE_FOR_LONG,
                ErrorCode.LOGIN_NEEDED,
                "https://a.example requires a client certificate, or does not accept the configured one: " + message);
    }

    @Test
    void otherAlertsAndOtherTroubleWithTlsAreTriedAgain() {
        assertThat(of(new SSLException("alert: internal_error")).kind()).isEqualTo(CopyTrouble.Kind.NODE);
        assertThat(of(new SSLException("record too long")).kind()).isEqualTo(CopyTrouble.Kind.NODE);
        assertThat(of(new IOException("certificate")).kind())
                .as("no failure of TLS")
                .isEqualTo(CopyTrouble.Kind.NODE);
    }

    @Test
    void certificateThatIsNotAcceptedIsNamedWithTheDeepestReason() {
        String expected = "the certificate of https://a.example is not accepted: ";
        for (Throwable cause : new Throwable[] {
            new CertificateException("expired"),
            new CertPathBuilderException("expired"),
            new SSLPeerUnverifiedException("expired"),
            new SSLException("bad certificate chain", new IOException("expired")),
            new IOException("outer", new SSLException("certificate", new IOException("expired")))
        }) {
            assertTrouble(
                    new CompletionException(cause),
                    CopyTrouble.Kind.NODE_FOR_LONG,
                    ErrorCode.CERTIFICATE_REFUSED,
                    expected + "expired");
        }
    }

    @Test
    void onlyTheFirstLineIsShownAndOfThatThreeHundredCharacters() {
        assertThat(ConnectFailures.shortly(new IOException("one\ntwo"))).isEqualTo("one");
        assertThat(ConnectFailures.shortly(new IOException("x".repeat(300)))).isEqualTo("x".repeat(300));
        assertThat(ConnectFailures.shortly(new IOException("x".repeat(301)))).isEqualTo("x".repeat(300) + "..");
        assertThat(ConnectFailures.shortly(new IOException(""))).isEmpty();
    }
}
