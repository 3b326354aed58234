package org.bdm.server.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;

/**
 * One {@code --data-node}: what holds for one data node.
 *
 * @param text as it was written
 * @param node host, or {@code host:port}, as {@link org.bdm.core.replica.Copy#node} names it
 * @param secrets the files it names that nobody else may read, by their keys
 */
record DataNodeSetting(String text, String node, NodePolicy policy, Map<String, Path> secrets) {
    private static final Set<String> SECRET_KEYS = Set.of("client-cert", "token-file");
    private static final long PEM_BYTES_MAX = 1 << 20;

    DataNodeSetting {
        secrets = Map.copyOf(secrets);
    }

    /** True if it names files. */
    boolean readsFiles() {
        return policy.extraCaPem().isPresent() || !secrets.isEmpty();
    }

    /**
     * Returns the policy with its files as they are now.
     *
     * @throws MoverException INVALID_REQUEST if one cannot be read, or is no certificate
     */
    NodePolicy readAgain() {
        NodePolicy now = parse(text).policy();
        if (!now.equals(policy)) now.requireUsable(node);
        return now;
    }

    /** Reads {@code HOST[:PORT]=KEY=VALUE[,KEY=VALUE]...} with the keys connections, ca-file, client-cert, token-file, plain-token, plain-http and those of {@link TapeSetting}. */
    static DataNodeSetting parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) throw refused(text, "write HOST=KEY=VALUE, for example esgf.example=connections=4");
        NodePolicy policy = NodePolicy.NONE;
        Map<String, Path> secrets = new HashMap<>();
        for (String pair : text.substring(equals + 1).split(",", -1)) {
            int middle = pair.indexOf('=');
            if (middle < 1) throw refused(text, "'" + pair + "' is not KEY=VALUE");
            String key = pair.substring(0, middle);
            String value = pair.substring(middle + 1);
            policy = with(policy, text, key, value);
            if (SECRET_KEYS.contains(key)) secrets.put(key, Path.of(value));
        }
        return new DataNodeSetting(text, text.substring(0, equals).toLowerCase(Locale.ROOT), policy, secrets);
    }

    private static NodePolicy with(NodePolicy policy, String text, String key, String value) {
        return switch (key) {
            case "connections" -> policy.connections(connections(text, value));
            case "ca-file" -> policy.extraCa(content(text, value));
            case "client-cert" -> policy.client(content(text, value));
            case "token-file" -> policy.token(content(text, value).strip());
            case "plain-token" -> policy.plainToken(Boolean.parseBoolean(value));
            case "plain-http" -> policy.plainHttp(Boolean.parseBoolean(value));
            case "staging", "staging-patience", "staging-window", "staging-prefix" ->
                policy.tape(tape(policy.tape(), text, key, value));
            default ->
                throw refused(
                        text,
                        "'" + key
                                + "' is none of connections, ca-file, client-cert, token-file, plain-token, plain-http, staging,"
                                + " staging-patience, staging-window, staging-prefix");
        };
    }

    private static TapePolicy tape(TapePolicy policy, String text, String key, String value) {
        try {
            return TapeSetting.with(policy, key, value);
        } catch (MoverException e) {
            throw new MoverException(e.code(), why(text, e.detail()), e);
        }
    }

    private static int connections(String text, String value) {
        try {
            int connections = Integer.parseInt(value);
            if (connections >= 1 && connections <= NodePolicy.CONNECTIONS_MAX) return connections;
        } catch (NumberFormatException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, why(text, "connections is not a number"), e);
        }
        throw refused(text, "connections is 1 to " + NodePolicy.CONNECTIONS_MAX);
    }

    private static String content(String text, String file) {
        try {
            Path path = Path.of(file);
            if (Files.size(path) > PEM_BYTES_MAX) throw refused(text, file + " is larger than 1 MiB");
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, why(text, "cannot read " + file), e);
        }
    }

    private static MoverException refused(String text, String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, why(text, what));
    }

    private static String why(String text, String what) {
        return "--data-node " + text + ": " + what;
    }
}
