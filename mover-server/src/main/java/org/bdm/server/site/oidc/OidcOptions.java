package org.bdm.server.site.oidc;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the server that concern the login with an account of an institution. */
public final class OidcOptions {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    @Option(
            names = "--oidc-issuer",
            paramLabel = "URL",
            description = "OpenID Connect issuer whose people may log in (default: none).")
    @Nullable String issuer;

    @Option(names = "--oidc-client-id", paramLabel = "ID", description = "Name of this site at the issuer.")
    @Nullable String clientId;

    @Option(
            names = "--oidc-client-secret-file",
            paramLabel = "F",
            description = "File with the secret of this site at the issuer.")
    @Nullable Path clientSecretFile;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = {
                "Address at which browsers reach this site, such as",
                "https://mover.example.org; the issuer sends them back there."
            })
    @Nullable String publicUrl;

    @Option(
            names = "--oidc-roles",
            paramLabel = "VALUE=ROLE",
            description = "Role of people whose role claim has this value; may be repeated.")
    List<String> roles = new ArrayList<>();

    @Option(
            names = "--oidc-role-claim",
            paramLabel = "NAME",
            defaultValue = "groups",
            description = "Claim with those values; a dot goes into an object (${DEFAULT-VALUE}).")
    String roleClaim = "groups";

    @Option(
            names = "--oidc-name-claim",
            paramLabel = "NAME",
            defaultValue = "preferred_username",
            description = "Claim with the name of the person, which the issuer never gives twice (${DEFAULT-VALUE}).")
    String nameClaim = "preferred_username";

    @Option(
            names = "--oidc-scopes",
            paramLabel = "TEXT",
            defaultValue = "openid profile email",
            description = "Scopes to ask for, separated by spaces (${DEFAULT-VALUE}).")
    String scopes = "openid profile email";

    @Option(
            names = "--oidc-shown-name",
            paramLabel = "TEXT",
            description = "Name of the institution on the login page (default: the host of the issuer).")
    @Nullable String shownName;

    /** The file with the secret of the client; empty without one. */
    public Optional<Path> secretFile() {
        return Optional.ofNullable(clientSecretFile);
    }

    /** Returns the settings that decide who may do what, for the audit log. */
    public String audited() {
        return issuer == null ? "off" : issuer + " " + roleClaim + " " + roles;
    }

    /**
     * Checks the options, but not whether the file can be read.
     *
     * @throws MoverException INVALID_REQUEST for what cannot work
     */
    public void check() {
        var unused = settings(new AddressGuard(List.of()), "unread");
    }

    /**
     * Checks the options, reads the file, and returns their meaning; empty without an issuer.
     *
     * @param guard which hosts may be called
     * @throws MoverException INVALID_REQUEST for what cannot work
     */
    public Optional<OidcSettings> settings(AddressGuard guard) {
        return settings(guard, issuer == null ? "" : secret());
    }

    private Optional<OidcSettings> settings(AddressGuard guard, String secret) {
        if (issuer == null) {
            if (clientId != null || clientSecretFile != null || !roles.isEmpty()) {
                throw refused("--oidc-client-id, --oidc-client-secret-file and --oidc-roles need --oidc-issuer");
            }
            return Optional.empty();
        }
        if (clientId == null || clientSecretFile == null || publicUrl == null || roles.isEmpty()) {
            throw refused(
                    "--oidc-issuer needs --oidc-client-id, --oidc-client-secret-file, --public-url and --oidc-roles");
        }
        URI at = web("--oidc-issuer", issuer);
        URI here = web("--public-url", publicUrl);
        if (!Set.of("", "/").contains(here.getPath())) {
            throw refused("--public-url " + publicUrl + " has a path; the site is at the root of its address");
        }
        List<String> wanted = List.of(scopes.strip().split("\\s+"));
        if (!wanted.contains("openid")) throw refused("--oidc-scopes lacks openid");
        return Optional.of(new OidcSettings(
                at,
                clientId,
                secret,
                here.resolve(OidcSettings.CALLBACK),
                wanted,
                nameClaim,
                roleClaim,
                rolesByValue(),
                shownName == null ? at.getHost() : shownName,
                guard));
    }

    private static URI web(String option, String text) {
        URI address;
        try {
            address = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, option + " " + text + " is not an address", e);
        }
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        boolean isPlain = scheme.equals("http");
        if (address.getHost() == null || !(isPlain || scheme.equals("https"))) {
            throw refused(option + " " + text + " is not an address such as https://login.example.org");
        }
        if (address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null) {
            throw refused(option + " " + text + " has more than a host, a port and a path");
        }
        if (isPlain && !LOOPBACK.contains(address.getHost())) {
            throw refused(option + " " + text + " is not https; http is for this machine only");
        }
        return address;
    }

    /** The value may have '=' in it, as names of groups do that are URNs: the last one counts. */
    private Map<String, Role> rolesByValue() {
        Map<String, Role> byValue = new LinkedHashMap<>();
        for (String text : roles) {
            int equals = text.lastIndexOf('=');
            if (equals < 1) throw refused("--oidc-roles " + text + " is not VALUE=ROLE");
            Role role = Role.ofName(text.substring(equals + 1).strip());
            if (role == Role.METRICS) throw refused("--oidc-roles " + text + ": metrics is for programs");
            String value = text.substring(0, equals).strip();
            if (byValue.put(value, role) != null) throw refused("--oidc-roles has two roles for " + value);
        }
        return byValue;
    }

    private String secret() {
        if (clientSecretFile == null) return "";
        String secret;
        try {
            secret = Files.readString(clientSecretFile, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "cannot read the file of --oidc-client-secret-file " + clientSecretFile,
                    e);
        }
        if (secret.isEmpty()) throw refused("the file of --oidc-client-secret-file " + clientSecretFile + " is empty");
        return secret;
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }
}
