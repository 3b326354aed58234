package org.bdm.client.cli.verb;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.bdm.client.ServerAddress;
import org.jspecify.annotations.Nullable;

/** Finds the server and the token: option after the verb, option before it, environment, default profile, default. */
public final class Connections {
    private static final String DEFAULT_SERVER = "http://127.0.0.1:8470";

    private final Map<String, String> environment;
    private final Path home;

    Connections(Surroundings surroundings) {
        this.environment = surroundings.environment();
        this.home = surroundings.home();
    }

    /** Throws {@link IllegalArgumentException} with a sentence that can be shown. */
    public ServerAddress address(GlobalOptions before, GlobalOptions after) {
        String option = first(after.server, before.server);
        Profile profile = profile(option, before, after);
        Path tokenFile = after.tokenFile != null ? after.tokenFile : before.tokenFile;
        if (profile != null) return profiled(profile, tokenFile, before, after);
        String url = first(option, environment.get("BDM_SERVER"));
        return new ServerAddress(
                uri(url == null ? DEFAULT_SERVER : url), token(tokenFile), certificateFile(before, after));
    }

    /** The one that is named, else the default one if nothing names a server; null if there is none. */
    private @Nullable Profile profile(@Nullable String server, GlobalOptions before, GlobalOptions after) {
        String named = first(after.profile, before.profile);
        if (named != null && server != null) throw new IllegalArgumentException("give --profile or --server");
        if (server != null) return null;
        if (named == null && first(environment.get("BDM_SERVER")) == null)
            named = first(environment.get("BDM_PROFILE"));
        if (named != null) return profiles().get(named);
        if (first(environment.get("BDM_SERVER")) != null) return null;
        Profiles profiles = profiles();
        return profiles.usual() == null ? null : profiles.get(profiles.usual());
    }

    /** The token of another server, or of this machine's, is not sent. */
    private ServerAddress profiled(
            Profile profile, @Nullable Path tokenFile, GlobalOptions before, GlobalOptions after) {
        Path tokenOf = tokenFile == null ? profile.tokenFile() : tokenFile;
        boolean isNamed = after.certificateFile != null || before.certificateFile != null;
        Path certificate = isNamed || profile.certificateFile() == null
                ? certificateFile(before, after)
                : profile.certificateFile();
        return new ServerAddress(uri(profile.server()), tokenOf == null ? null : read(tokenOf), certificate);
    }

    /** The profiles of the user. */
    public Profiles profiles() {
        return Profiles.read(configuration().resolve("config.yaml"), home);
    }

    /** The directory with {@code config.yaml}. */
    public Path configuration() {
        String configured = first(environment.get("XDG_CONFIG_HOME"));
        return (configured == null ? home.resolve(".config") : Path.of(configured)).resolve("bdm");
    }

    /** A server with a token that is in no file yet. */
    public ServerAddress tried(String url, @Nullable String token, GlobalOptions before, GlobalOptions after) {
        return new ServerAddress(uri(url), token, certificateFile(before, after));
    }

    /** The server of somebody else, with a token for it. */
    public ServerAddress other(String url, Path tokenFile, GlobalOptions before, GlobalOptions after) {
        return new ServerAddress(uri(url), read(tokenFile), certificateFile(before, after));
    }

    /** Returns the certificate file named by the options or the environment; null for none. */
    public @Nullable Path certificateFile(GlobalOptions before, GlobalOptions after) {
        if (after.certificateFile != null) return after.certificateFile;
        if (before.certificateFile != null) return before.certificateFile;
        String named = environment.get("BDM_CA_FILE");
        return named == null || named.isEmpty() ? null : Path.of(named);
    }

    private @Nullable String token(@Nullable Path named) {
        if (named != null) return read(named);
        String fromEnvironment = environment.get("BDM_TOKEN_FILE");
        if (fromEnvironment != null && !fromEnvironment.isEmpty()) return read(Path.of(fromEnvironment));
        Path usual = usualTokenFile();
        // Without a token the server says what is missing, and some routes need none.
        return Files.exists(usual) ? read(usual) : null;
    }

    public Path usualTokenFile() {
        String bdmHome = environment.get("BDM_HOME");
        Path directory = bdmHome == null || bdmHome.isEmpty() ? home.resolve(".bdm") : Path.of(bdmHome);
        return directory.resolve("admin.token");
    }

    /** The token in a file. */
    public static String read(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (!token.matches("[\\x21-\\x7e]+")) throw new IllegalArgumentException("no token in " + file);
            return token;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    "no such token file: " + file + " (a server writes admin.token into its --home at its first start)",
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the token file " + file + ": " + e.getMessage(), e);
        }
    }

    private static URI uri(String url) {
        String withScheme = url.contains("://") ? url : "http://" + url;
        return URI.create(withScheme);
    }

    private static @Nullable String first(@Nullable String... values) {
        for (String value : values) {
            if (value != null && !value.isEmpty()) return value;
        }
        return null;
    }
}
