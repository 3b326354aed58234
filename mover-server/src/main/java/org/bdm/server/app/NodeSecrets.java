package org.bdm.server.app;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.support.KnownSecrets;
import org.jspecify.annotations.Nullable;

/** The secrets of this node as far as they are files or settings: keys, token of the administrator, passwords, tokens for data nodes. */
final class NodeSecrets implements KnownSecrets {
    private static final int BYTES_MAX = 1 << 20;
    private static final Pattern QUOTED = Pattern.compile("=\\s*\"([^\"]+)\"");

    private final ServerSettings settings;
    private final List<Path> ofHome;
    private final Map<String, String> environment;

    /**
     * With the places where they are.
     *
     * @param ofHome files of the home that hold secrets
     */
    NodeSecrets(ServerSettings settings, List<Path> ofHome, Map<String, String> environment) {
        this.settings = settings;
        this.ofHome = List.copyOf(ofHome);
        this.environment = Map.copyOf(environment);
    }

    /**
     * Reads them.
     *
     * @throws MoverException PERMISSION if a file that is there cannot be read: then nobody knows what must be removed
     */
    @Override
    public Set<String> now() {
        Set<String> secrets = new HashSet<>();
        ofHome.forEach(file -> add(secrets, file));
        ServerOptions options = settings.options();
        Stream.of(options.catalogPasswordFile, options.tlsKey, options.siteKey)
                .filter(Objects::nonNull)
                .forEach(file -> add(secrets, file));
        String password = environment.get("BDM_CATALOG_PASSWORD");
        if (password != null) secrets.add(password.strip());
        for (DataNodeSetting node : settings.dataNodes())
            node.secrets().values().forEach(file -> add(secrets, file));
        addKafka(secrets, options.kafkaSettings);
        secrets.remove("");
        return secrets;
    }

    /** Each line, since a token is one line and a key has many. */
    private static void add(Set<String> secrets, Path file) {
        try {
            if (!Files.exists(file)) return;
            if (Files.size(file) > BYTES_MAX) throw new IOException("larger than 1 MiB");
            Files.readString(file, StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .forEach(secrets::add);
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.PERMISSION, "cannot read " + file + ", whose content a bundle must not have", e);
        }
    }

    private static void addKafka(Set<String> secrets, @Nullable Path file) {
        if (file == null) return;
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Properties properties = new Properties();
            properties.load(text);
            for (String name : properties.stringPropertyNames()) {
                String key = name.toLowerCase(Locale.ROOT);
                if (key.contains("password") || key.contains("jaas") || key.contains("secret") || key.contains("key")) {
                    String value = properties.getProperty(name).strip();
                    secrets.add(value);
                    QUOTED.matcher(value).results().forEach(quoted -> secrets.add(quoted.group(1)));
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new MoverException(
                    ErrorCode.PERMISSION, "cannot read " + file + ", whose content a bundle must not have", e);
        }
    }
}
