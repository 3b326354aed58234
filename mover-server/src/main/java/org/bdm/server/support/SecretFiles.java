package org.bdm.server.support;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The secrets of this process that are in files or were given to it: keys, tokens, passwords. Immutable. */
public final class SecretFiles implements KnownSecrets {
    private static final int BYTES_MAX = 1 << 20;
    private static final Pattern QUOTED = Pattern.compile("=\\s*\"([^\"]+)\"");

    private final List<Path> files;
    private final @Nullable Path kafkaSettings;
    private final @Nullable String password;

    /**
     * With the places where they are.
     *
     * @param files each line of which is a secret, and what stands behind its first {@code =}; those that are not there have none
     * @param kafkaSettings properties with passwords among others; null if there are none
     * @param password null if there is none
     */
    public SecretFiles(List<Path> files, @Nullable Path kafkaSettings, @Nullable String password) {
        this.files = List.copyOf(files);
        this.kafkaSettings = kafkaSettings;
        this.password = password;
    }

    /**
     * Reads them.
     *
     * @throws MoverException PERMISSION if a file that is there cannot be read: then nobody knows what must be removed
     */
    @Override
    public Set<String> now() {
        Set<String> secrets = new HashSet<>();
        files.forEach(file -> add(secrets, file));
        if (password != null) secrets.add(password.strip());
        addKafka(secrets, kafkaSettings);
        secrets.remove("");
        return secrets;
    }

    /** Adds each line, since a token is one line and a key has many; and what stands behind '=', as in a file of credentials. */
    private static void add(Set<String> secrets, Path file) {
        try {
            if (!Files.exists(file)) return;
            if (Files.size(file) > BYTES_MAX) throw new IOException("larger than 1 MiB");
            Files.readString(file, StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(line -> Stream.of(line, line.substring(line.indexOf('=') + 1)))
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
