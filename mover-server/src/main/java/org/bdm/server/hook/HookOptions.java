package org.bdm.server.hook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.hook.MailSettings.Security;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the server that concern hooks. */
public final class HookOptions {
    private static final int PORT_MAX = 65_535;

    @Option(
            names = "--hook-command",
            paramLabel = "NAME=FILE",
            description = "Program that a hook may name as command:NAME; may be repeated.")
    Map<String, Path> hookCommands = Map.of();

    @Option(
            names = "--mail-host",
            paramLabel = "HOST[:PORT]",
            description = "Mail server for e-mail of hooks (default: none).")
    @Nullable String mailHost;

    @Option(
            names = "--mail-security",
            paramLabel = "starttls|tls|none",
            defaultValue = "starttls",
            description = "Encryption of the connection to the mail server (${DEFAULT-VALUE}).")
    String mailSecurity = "starttls";

    @Option(names = "--mail-from", paramLabel = "ADDRESS", description = "Sender of e-mail.")
    @Nullable String mailFrom;

    @Option(names = "--mail-user", paramLabel = "NAME", description = "User at the mail server (default: no login).")
    @Nullable String mailUser;

    @Option(names = "--mail-password-file", paramLabel = "F", description = "File with the password of that user.")
    @Nullable Path mailPasswordFile;

    /** The file with the password at the mail server; empty without one. */
    public Optional<Path> passwordFile() {
        return Optional.ofNullable(mailPasswordFile);
    }

    /**
     * Checks the options and returns their meaning.
     *
     * @param guard which hosts may be called
     * @param temporary directory for the input and output of commands
     * @throws MoverException INVALID_REQUEST for what cannot work
     */
    public HookSettings settings(AddressGuard guard, Path temporary) {
        Map<String, Path> programs = new HashMap<>();
        hookCommands.forEach((name, file) -> {
            if (!HookTarget.NAME.matcher(name).matches()) {
                throw refused("--hook-command " + name + ": a name has lower-case letters, digits, '.', '_' and '-'");
            }
            if (!Files.isExecutable(file) || Files.isDirectory(file)) {
                throw refused("--hook-command " + name + ": " + file + " is no program that this server can run");
            }
            programs.put(name, file.toAbsolutePath());
        });
        return new HookSettings(guard, programs, temporary, mail());
    }

    private Optional<MailSettings> mail() {
        if (mailHost == null) return Optional.empty();
        if (mailFrom == null) throw refused("--mail-host needs --mail-from");
        if (!HookTarget.MAILBOX.matcher(mailFrom).matches())
            throw refused("--mail-from " + mailFrom + " is not an address");
        Security security = security();
        int colon = mailHost.lastIndexOf(':');
        boolean hasPort = colon > 0 && mailHost.indexOf(':') == colon;
        String host = hasPort ? mailHost.substring(0, colon) : mailHost;
        int port = hasPort ? port(mailHost.substring(colon + 1)) : usualPort(security);
        return Optional.of(new MailSettings(host, port, security, mailFrom, mailUser, password()));
    }

    private Security security() {
        return switch (mailSecurity.toLowerCase(Locale.ROOT)) {
            case "starttls" -> Security.STARTTLS;
            case "tls" -> Security.TLS;
            case "none" -> Security.NONE;
            default -> throw refused("--mail-security is starttls, tls or none, not '" + mailSecurity + "'");
        };
    }

    private static int usualPort(Security security) {
        return switch (security) {
            case NONE -> 25;
            case STARTTLS -> 587;
            case TLS -> 465;
        };
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= PORT_MAX) return port;
        } catch (NumberFormatException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "--mail-host: '" + text + "' is not a port", e);
        }
        throw refused("--mail-host: '" + text + "' is not a port");
    }

    private String password() {
        if (mailPasswordFile == null) return "";
        try {
            return Files.readString(mailPasswordFile, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "cannot read the file of --mail-password-file " + mailPasswordFile, e);
        }
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }
}
