package org.bdm.client.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.cli.verb.Connections;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.PasswordInput;
import org.bdm.client.cli.verb.Profile;
import org.bdm.client.cli.verb.Profiles;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.TokenView;
import org.bdm.core.control.user.Login;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "login",
        footer = {
            "bdm-client login https://west.example.org:8470 --profile west",
            "bdm-client login https://west.example.org:8470 --user ann"
        },
        description = {
            "Stores a server and its token as a profile.",
            "With --user, it asks for the password and stores a token that expires after a week. Otherwise it reads the"
                    + " token from the terminal, from the input, or from --token-file, and tries it. The first profile"
                    + " becomes the default of commands that name no server."
        })
final class LoginCommand extends Verb {
    @Parameters(paramLabel = "URL", description = "The server, e.g. https://west.example.org:8470.")
    String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "Log in with the password of this user.")
    @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE|-",
            description = "File whose first line is the password; -: the input.")
    @Nullable String passwordFile;

    @Override
    protected ExitCode run() {
        String name = Objects.requireNonNullElse(options().profile, "default");
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) throw usage("not a name for a profile: '" + name + "'");
        try {
            if (user != null) return loggedIn(name, user);
            if (passwordFile != null) throw usage("--password-file needs --user");
            String token = options().tokenFile == null ? asked() : Connections.read(options().tokenFile);
            ServerAddress address = connections().tried(url, token, front().options(), options());
            MoverApi server = new MoverApi(address);
            String site = server.version().site();
            // Any role may list the exports, so that a wrong token is found before it is stored.
            server.exports().forEachRemaining(export -> {});
            store(name, address, token);
            terminal().message("profile " + name + ": site " + site + " at " + address);
            return ExitCode.DONE;
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ExitCode loggedIn(String profile, String userName) throws IOException {
        if (options().tokenFile != null) throw usage("give --user or --token-file");
        ServerAddress unknown = connections().tried(url, null, front().options(), options());
        unknown.checkPassword();
        String password = new PasswordInput(this).of(passwordFile, "Password of " + userName + ": ");
        TokenView token = new MoverApi(unknown).access().exchange(Login.ofUser(userName, password));
        if (token.token() == null) throw new IllegalStateException("the server sent no token");
        ServerAddress address = connections().tried(url, token.token(), front().options(), options());
        String site = new MoverApi(address).version().site();
        store(profile, address, token.token());
        terminal()
                .message("profile " + profile + ": site " + site + " at " + address + ", logged in as " + token.name()
                        + " until " + TimeText.moment(token.expiresAt(), zone()));
        return ExitCode.DONE;
    }

    private String asked() throws IOException {
        Console console = front().surroundings().in() == System.in ? System.console() : null;
        String token = console == null ? firstLine() : typed(console);
        if (token == null || !token.strip().matches("[\\x21-\\x7e]+")) throw usage("no token given");
        return token.strip();
    }

    private static @Nullable String typed(Console console) {
        char[] typed = console.readPassword("Token: ");
        return typed == null ? null : new String(typed);
    }

    private @Nullable String firstLine() throws IOException {
        return new BufferedReader(new InputStreamReader(front().surroundings().in(), StandardCharsets.UTF_8))
                .readLine();
    }

    private void store(String name, ServerAddress address, String token) throws IOException {
        Path directory = connections().configuration();
        Path tokenFile = directory.resolve("tokens").resolve(name);
        Path certificate = connections().certificateFile(front().options(), options());
        Profile profile =
                new Profile(address.toString(), tokenFile, certificate == null ? null : certificate.toAbsolutePath());
        Profiles profiles = connections().profiles().with(name, profile);
        Files.createDirectories(tokenFile.getParent());
        replace(tokenFile, token + "\n");
        replace(directory.resolve("config.yaml"), profiles.yaml());
    }

    /** Nobody else ever sees it, and a crash leaves the old file. */
    private static void replace(Path file, String content) throws IOException {
        Path directory = Objects.requireNonNull(file.getParent());
        boolean isPosix = Files.getFileStore(directory).supportsFileAttributeView("posix");
        FileAttribute<?>[] onlyOwner = isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        Path beside = Files.createTempFile(directory, ".new", null, onlyOwner);
        Files.writeString(beside, content);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
