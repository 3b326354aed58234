package org.bdm.server.carrier;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.server.outgoing.OutgoingClient;
import org.jspecify.annotations.Nullable;

/**
 * Certificates for the service of a carrier, in files that are read for each request: a proxy certificate lasts for hours and is renewed while the
 * server runs. Safe on any thread that may block.
 */
final class CarrierCertificates {
    private static final long PEM_BYTES_MAX = 1 << 20;

    private final @Nullable Path client;
    private final @Nullable Path authorities;
    private @Nullable Made made; // guarded by this

    private record Made(NodePolicy policy, OutgoingClient client) {}

    /**
     * With files of PEM, or without.
     *
     * @param client a certificate, its chain and its private key, as a proxy file has them; null: none is shown
     * @param authorities that are trusted besides those of the platform; null: none
     */
    CarrierCertificates(@Nullable Path client, @Nullable Path authorities) {
        this.client = client;
        this.authorities = authorities;
    }

    /** Those of the platform. */
    static CarrierCertificates usual() {
        return new CarrierCertificates(null, null);
    }

    /**
     * Returns the client with the certificates as they are now.
     *
     * @throws CarrierTrouble for a person, if a file cannot be read or used
     */
    synchronized OutgoingClient client(URI address, AddressGuard guard, Duration connectMax) throws CarrierTrouble {
        NodePolicy policy = NodePolicy.NONE;
        if (client != null) policy = policy.client(read(client));
        if (authorities != null) policy = policy.extraCa(read(authorities));
        Made known = made;
        if (known != null && known.policy().hasCertificatesOf(policy)) return known.client();
        try {
            Made next = new Made(policy, new OutgoingClient(guard, connectMax, policy.tlsOfJdk(address.getHost())));
            made = next;
            return next.client();
        } catch (MoverException e) {
            throw CarrierTrouble.forPerson(e.detail() + ": the carrier needs a valid cert-file and ca-file, then"
                    + " 'bdm-client handover again ID'");
        }
    }

    private static String read(Path file) throws CarrierTrouble {
        try {
            if (Files.size(file) <= PEM_BYTES_MAX) return Files.readString(file, StandardCharsets.UTF_8);
            throw CarrierTrouble.forPerson("the file " + file + " is larger than 1 MiB");
        } catch (IOException e) {
            throw CarrierTrouble.forPerson("the file " + file + " cannot be read: " + e.getMessage());
        }
    }

    /** Returns true if a failure is about certificates: another try fails, too, until a person has changed them. */
    static boolean isRefusal(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean isAlert = cause instanceof SSLException
                    && String.valueOf(cause.getMessage()).contains("fatal alert");
            if (isAlert || cause instanceof GeneralSecurityException) return true;
        }
        return false;
    }
}
