package org.bdm.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Address of a control plane, with the caller's credential.
 *
 * @param base {@code http://HOST:PORT} or {@code https://HOST:PORT}, nothing after it
 * @param token sent as a bearer token; null asks as nobody
 * @param certificateFile PEM file with a further certificate to trust; null trusts what Java trusts
 */
public record ServerAddress(
        URI base, @Nullable String token, @Nullable Path certificateFile) {

    /** Refuses what is no address, and a token that would travel in the clear. */
    public ServerAddress {
        String scheme = base.getScheme() == null ? "" : base.getScheme().toLowerCase(Locale.ROOT);
        if ((!scheme.equals("http") && !scheme.equals("https")) || base.getHost() == null)
            throw new IllegalArgumentException("not a server address: " + base + "; write http://HOST:PORT");
        if (base.getRawUserInfo() != null || base.getRawQuery() != null || base.getRawFragment() != null)
            throw new IllegalArgumentException(
                    "a server address has only a scheme, a host and a port: http://HOST:PORT");
        if (token != null) checkSecrecy(base, "token");
        base = URI.create(base.toString().replaceAll("/+$", ""));
    }

    /** Throws {@link IllegalArgumentException} if a password would travel in the clear. */
    public void checkPassword() {
        checkSecrecy(base, "password");
    }

    private static void checkSecrecy(URI base, String secret) {
        if (base.getScheme().equalsIgnoreCase("http") && !isLoopback(base.getHost()))
            throw new IllegalArgumentException(
                    "a " + secret + " is not sent over plain HTTP to " + base.getHost() + "; use https://");
    }

    boolean isEncrypted() {
        return base.getScheme().equalsIgnoreCase("https");
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.[0-9]{1,3}){3}");
    }

    /** The address without the secret. */
    @Override
    public String toString() {
        return base.toString();
    }
}
