package org.bdm.client.cli.site;

import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.PasswordInput;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.user.ChangePassword;
import org.bdm.core.control.user.CreateUser;
import org.bdm.core.control.user.PatchUser;
import org.bdm.core.control.user.UserView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about people who log in with a password. */
@Command(name = "user", description = "Adds, lists, changes and removes users with passwords.")
public final class UserCommand extends VerbGroup {
    @Command(
            name = "create",
            footer = "bdm-client user create ann --role operator --shown-name \"Ann Example\"",
            description = {
                "Adds a user, who can log in with a password.",
                "Asks for the password twice, or reads it from the input or a file; 12 characters at least. A name is never"
                        + " given twice."
            })
    ExitCode create(
            @Parameters(paramLabel = "NAME", description = "Lower-case letters, digits, '.', '_' and '-'; at most 64.")
                    String name,
            @Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            description = "admin, operator, submitter, requester or reader.")
                    String role,
            @Option(names = "--shown-name", paramLabel = "TEXT", description = "The name as people write it.") @Nullable String shownName,
            @Option(names = "--email", paramLabel = "ADDRESS", description = "The e-mail address.") @Nullable String email,
            @Option(
                            names = "--password-file",
                            paramLabel = "FILE|-",
                            description = "File whose first line is the password; -: the input.")
                    @Nullable String passwordFile) {
        String password = new PasswordInput(this).ofNew(passwordFile, "Password of " + name + ": ");
        CreateUser wanted = new CreateUser(name, role, password, shownName, email);
        return shown(
                api().access().create(wanted),
                user -> terminal().message("user " + user.name() + " with role " + user.role()));
    }

    @Command(name = "list", footer = "bdm-client user list", description = "Lists the users.")
    ExitCode list() {
        Table table = new Table("/USER", "ROLE", "~SHOWN NAME", "~E-MAIL", "STATE", "?PASSWORD SINCE");
        return listed(
                table,
                api().access().users(),
                user -> table.row(
                        user.name(),
                        user.role(),
                        Objects.requireNonNullElse(user.shownName(), "-"),
                        Objects.requireNonNullElse(user.email(), "-"),
                        state(user),
                        TimeText.moment(user.passwordChangedAt(), zone())));
    }

    private static String state(UserView user) {
        return user.disabled() ? "disabled" : "enabled";
    }

    @Command(
            name = "set",
            footer = {"bdm-client user set ann --role reader", "bdm-client user set ann --disable"},
            description = {
                "Changes the role, the state or the names of a user.",
                "A new role holds at once. --disable ends the user's sessions and tokens."
            })
    ExitCode set(
            @Parameters(paramLabel = "NAME", description = "The user.") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            description = "admin, operator, submitter, requester or reader.")
                    @Nullable String role,
            @Option(names = "--disable", description = "Refuse logins, and end what the user has open.")
                    boolean disable,
            @Option(names = "--enable", description = "Allow logins again.") boolean enable,
            @Option(
                            names = "--shown-name",
                            paramLabel = "TEXT",
                            description = "The name as people write it; empty: none.")
                    @Nullable String shownName,
            @Option(names = "--email", paramLabel = "ADDRESS", description = "The e-mail address; empty: none.")
                    @Nullable String email) {
        if (disable && enable) throw usage("give --disable or --enable");
        Boolean disabled = (disable || enable) ? Boolean.valueOf(disable) : null;
        if (role == null && disabled == null && shownName == null && email == null) {
            throw usage("nothing to change: give --role, --disable, --enable, --shown-name or --email");
        }
        PatchUser change = new PatchUser(role, null, disabled, shownName, email);
        return shown(
                api().access().change(name, change),
                user -> terminal().message("user " + user.name() + " with role " + user.role() + ", " + state(user)));
    }

    @Command(
            name = "password",
            footer = {"bdm-client user password", "bdm-client user password ann --password-file new.txt"},
            description = {
                "Changes a password: your own, or that of a user.",
                "For your own it asks for the old one first. All sessions and tokens of the user end: log in again."
            })
    ExitCode password(
            @Parameters(
                            paramLabel = "NAME",
                            arity = "0..1",
                            description = "The user, if you are an administrator; default: you.")
                    @Nullable String name,
            @Option(
                            names = "--password-file",
                            paramLabel = "FILE|-",
                            description = "File whose first line is the new password; -: the input.")
                    @Nullable String passwordFile,
            @Option(
                            names = "--old-password-file",
                            paramLabel = "FILE|-",
                            description = "File whose first line is your old password; -: the input.")
                    @Nullable String oldPasswordFile) {
        PasswordInput input = new PasswordInput(this);
        if (name != null) {
            if (oldPasswordFile != null) throw usage("--old-password-file is for your own password: leave NAME out");
            String password = input.ofNew(passwordFile, "New password of " + name + ": ");
            UserView changed = api().access().change(name, new PatchUser(null, password, null, null, null));
            return shown(changed, user -> terminal().message("changed the password of " + user.name()));
        }
        String old = input.of(oldPasswordFile, "Old password: ");
        api().access().changeOwnPassword(new ChangePassword(old, input.ofNew(passwordFile, "New password: ")));
        terminal().message("changed your password; log in again with 'bdm-client login URL --user NAME'");
        return ExitCode.DONE;
    }

    @Command(
            name = "remove",
            footer = "bdm-client user remove ann",
            description = {
                "Removes a user and ends the user's sessions and tokens.",
                "Nobody gets the name again: jobs and the audit log keep it. To lock somebody out for a time, use"
                        + " 'user set NAME --disable'."
            })
    ExitCode remove(@Parameters(paramLabel = "NAME", description = "The user.") String name) {
        api().access().remove(name);
        terminal().message("removed user " + name);
        return ExitCode.DONE;
    }
}
