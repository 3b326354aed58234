package org.bdm.server.tape;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.TapePolicy;

/** Paths as tape services name files: decoded, with one slash between names. Some services send them back so, whatever was sent. Pure. */
final class TapePaths {
    private TapePaths() {}

    /** Returns the scheme and host of an address, with the port where that is unusual. */
    static String origin(URI location) {
        HttpOrigin origin = HttpOrigin.of(location);
        return (origin.tls() ? "https://" : "http://") + origin.node();
    }

    /** Returns the data node of an origin, as policies name it. */
    static String node(String origin) {
        return origin.substring(origin.indexOf("//") + 2);
    }

    /** Returns the path of a file for the tape service of its node; empty if it has none. */
    static Optional<String> of(URI location, TapePolicy policy) {
        String decoded = location.getPath();
        if (decoded == null || decoded.isEmpty()) return Optional.empty();
        String path = normal(decoded);
        return Optional.of(
                policy.prefix().map(prefix -> normal(prefix.applied(path))).orElse(path));
    }

    /** Returns the path without empty names, {@code .} and {@code ..}. */
    static String normal(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.isEmpty() || name.equals(".")) continue;
            if (name.equals("..")) names.pollLast();
            else names.add(name);
        }
        return "/" + String.join("/", names);
    }
}
