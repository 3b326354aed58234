package org.bdm.client.cli.verb;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;

/**
 * The profiles in {@code config.yaml}:
 *
 * <pre>
 * default: west            # the profile of a command that names no server
 * profiles:
 *   west:
 *     server: https://west.example.org:8470
 *     token-file: tokens/west      # from the directory of this file
 *     ca-file: west.pem
 * </pre>
 *
 * @param usual the name of the default profile; null if there is none
 * @param named the profiles by their names
 */
public record Profiles(@Nullable String usual, Map<String, Profile> named) {
    private static final Set<String> TOP = Set.of("default", "profiles");
    private static final Set<String> KEYS = Set.of("server", "token-file", "ca-file");

    /** Keeps a copy, in the order of the names. */
    public Profiles {
        named = new TreeMap<>(named);
    }

    /** Throws {@link IllegalArgumentException} for a file that is no such YAML; without a file there are no profiles. */
    public static Profiles read(Path file, Path home) {
        try (Reader text = Files.newBufferedReader(file)) {
            Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
            return read == null ? new Profiles(null, Map.of()) : ofMap(file, home, mapping(file, read, TOP));
        } catch (NoSuchFileException e) {
            return new Profiles(null, Map.of());
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (YAMLException e) {
            throw new IllegalArgumentException(file + " is not YAML: " + e.getMessage(), e);
        }
    }

    private static Profiles ofMap(Path file, Path home, Map<String, Object> top) {
        Map<String, Profile> named = new LinkedHashMap<>();
        Object profiles = top.get("profiles");
        if (profiles != null)
            mapping(file, profiles, null)
                    .forEach((name, profile) ->
                            named.put(name, profile(file, home, name, mapping(file, profile, KEYS))));
        String usual = text(top.get("default"));
        if (usual != null && !named.containsKey(usual))
            throw new IllegalArgumentException(file + ": the default profile '" + usual + "' does not exist");
        return new Profiles(usual, named);
    }

    private static Profile profile(Path file, Path home, String name, Map<String, Object> keys) {
        String server = text(keys.get("server"));
        if (server == null) throw new IllegalArgumentException(file + ": the profile '" + name + "' has no server");
        return new Profile(server, path(file, home, keys.get("token-file")), path(file, home, keys.get("ca-file")));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable Path path(Path file, Path home, @Nullable Object value) {
        if (value == null) return null;
        String text = value.toString();
        if (text.startsWith("~/")) return home.resolve(text.substring(2));
        return file.resolveSibling(text);
    }

    private static Map<String, Object> mapping(Path file, Object read, @Nullable Set<String> known) {
        if (!(read instanceof Map<?, ?> pairs))
            throw new IllegalArgumentException(file + " has '" + read + "' where keys with values are expected");
        Map<String, Object> mapping = new LinkedHashMap<>();
        pairs.forEach((key, value) -> mapping.put(String.valueOf(key), value));
        for (String key : mapping.keySet()) {
            if (known != null && !known.contains(key))
                throw new IllegalArgumentException(file + ": unknown key '" + key + "'; known are "
                        + String.join(", ", known.stream().sorted().toList()));
        }
        return mapping;
    }

    /** The profile of this name; throws {@link IllegalArgumentException} if there is none. */
    public Profile get(String name) {
        Profile profile = named.get(name);
        if (profile != null) return profile;
        String known = named.isEmpty() ? "there are no profiles" : "known are " + String.join(", ", named.keySet());
        throw new IllegalArgumentException("no such profile: '" + name + "'; " + known
                + "; create it with 'bdm-client login URL --profile " + name + "'");
    }

    /** With one more profile, which is the default if it is the first. */
    public Profiles with(String name, Profile profile) {
        Map<String, Profile> all = new LinkedHashMap<>(named);
        all.put(name, profile);
        return new Profiles(usual == null ? name : usual, all);
    }

    /** As the file has it. Comments of an older file are not kept. */
    public String yaml() {
        Map<String, Object> profiles = new LinkedHashMap<>();
        named.forEach((name, profile) -> {
            Map<String, String> keys = new LinkedHashMap<>();
            keys.put("server", profile.server());
            if (profile.tokenFile() != null)
                keys.put("token-file", profile.tokenFile().toString());
            if (profile.certificateFile() != null)
                keys.put("ca-file", profile.certificateFile().toString());
            profiles.put(name, keys);
        });
        Map<String, Object> top = new LinkedHashMap<>();
        if (usual != null) top.put("default", usual);
        top.put("profiles", profiles);
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        return new Yaml(new Representer(options), options).dump(top);
    }
}
