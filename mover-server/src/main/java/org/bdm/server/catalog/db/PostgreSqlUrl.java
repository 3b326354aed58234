package org.bdm.server.catalog.db;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Checks the URL of a PostgreSQL catalog: only parameters that can do no harm, and encryption unless the server is on this host. */
final class PostgreSqlUrl {
    private static final String SCHEME = "jdbc:postgresql:";
    private static final String SSL_MODE = "sslmode";

    /**
     * Parameters that a user may give, as the driver writes them. The others could carry a secret, load a class, or change what a commit
     * means.
     */
    private static final Set<String> ALLOWED = Set.of(
            SSL_MODE,
            "sslrootcert",
            "sslcert",
            "sslkey",
            "channelBinding",
            "connectTimeout",
            "loginTimeout",
            "socketTimeout",
            "tcpKeepAlive",
            "ApplicationName",
            "currentSchema",
            "targetServerType",
            "hostRecheckSeconds",
            "gssEncMode");

    private static final Set<String> ENCRYPTED = Set.of("require", "verify-ca", "verify-full");

    private PostgreSqlUrl() {}

    /** The driver sends many rows of a batch in one statement, which means the same and is faster. */
    private static final String MANY_ROWS = "reWriteBatchedInserts=true";

    /**
     * The URL that is used: with our setting, and off loopback with {@code sslmode=require} if nothing stricter is asked for.
     *
     * @throws MoverException CATALOG_UNSAFE
     */
    static String checked(String url) {
        return with(encrypted(url), MANY_ROWS);
    }

    private static String with(String url, String parameter) {
        return url + (url.indexOf('?') < 0 ? "?" : "&") + parameter;
    }

    private static String encrypted(String url) {
        int question = url.indexOf('?');
        String server = question < 0 ? url : url.substring(0, question);
        Map<String, String> parameters = question < 0 ? Map.of() : parameters(url.substring(question + 1));
        String mode = parameters.get(SSL_MODE);
        if ((mode != null && ENCRYPTED.contains(mode)) || isOnThisHost(server)) return url;
        if (mode == null) return with(url, SSL_MODE + "=require");
        throw unsafe("sslmode is " + mode + " in the URL of the catalog, but " + hosts(server)
                + " is not this host: write sslmode=verify-full, verify-ca or require");
    }

    private static Map<String, String> parameters(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : text.split("&", -1)) {
            if (part.isEmpty()) continue;
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (!ALLOWED.contains(name)) {
                throw unsafe("the parameter " + name + " is not allowed in the URL of the catalog; allowed are "
                        + String.join(", ", new TreeSet<>(ALLOWED))
                        + "; user and password come from options, a file or the environment");
            }
            if (parameters.put(name, equals < 0 ? "" : part.substring(equals + 1)) != null) {
                throw unsafe("the parameter " + name + " is given twice in the URL of the catalog");
            }
        }
        return parameters;
    }

    /** Without a host the driver takes localhost. */
    private static boolean isOnThisHost(String server) {
        String hosts = hosts(server);
        return hosts.isEmpty() || Arrays.stream(hosts.split(",", -1)).allMatch(PostgreSqlUrl::isLoopback);
    }

    /** HOST[:PORT][,HOST[:PORT]].. of the URL; empty if it names none. */
    private static String hosts(String server) {
        String rest = server.substring(SCHEME.length());
        if (!rest.startsWith("//")) return "";
        int slash = rest.indexOf('/', 2);
        return rest.substring(2, slash < 0 ? rest.length() : slash);
    }

    private static boolean isLoopback(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        boolean hasPort = colon >= 0 && hostAndPort.indexOf(']') < colon;
        String host = hasPort ? hostAndPort.substring(0, colon) : hostAndPort;
        if (host.isEmpty()) return true;
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false; // what has no address now may have any address later
        }
    }

    private static MoverException unsafe(String detail) {
        return new MoverException(ErrorCode.CATALOG_UNSAFE, detail);
    }
}
