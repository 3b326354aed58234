package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.user.ChangePassword;
import org.bdm.core.control.user.CreateUser;
import org.bdm.core.control.user.PatchUser;
import org.bdm.core.control.user.UserView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.NeedsAnyToken;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.site.User;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.user.SiteUsers;
import org.bdm.server.site.user.UserLogins;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** People who log in with a password. */
@RestController
@RequestMapping(RouteRoles.API + "/users")
@Tag(name = "users")
public class UsersResource {
    private static final int SHOWN_NAME_LENGTH_MAX = 200;
    private static final int EMAIL_LENGTH_MAX = 254;

    private final SiteUsers users;
    private final UserLogins logins;

    UsersResource(SiteUsers users, UserLogins logins) {
        this.users = users;
        this.logins = logins;
    }

    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(operationId = "listUsers", summary = "The users of the site, by name")
    Page<UserView> list() {
        return new Page<>(users.all().stream().map(UsersResource::view).toList(), null);
    }

    @GetMapping("/{userName}")
    @Needs(Role.ADMIN)
    @Operation(operationId = "getUser", summary = "One user")
    UserView one(@PathVariable String userName) {
        return users.find(userName)
                .map(UsersResource::view)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no user '" + userName + "'"));
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("added a user")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createUser",
            summary = "Adds a user",
            description = "The name is never given twice, also not after the user was removed: jobs and the audit log"
                    + " know their people by it.")
    UserView create(@RequestBody CreateUser wish) {
        User user = Answers.durable(users.create(
                wish.name(),
                wish.password(),
                Role.ofName(wish.role()),
                text("shownName", wish.shownName() == null ? "" : wish.shownName(), SHOWN_NAME_LENGTH_MAX),
                text("email", wish.email() == null ? "" : wish.email(), EMAIL_LENGTH_MAX)));
        AuditedDetail.note(user.name() + " with " + view(user).role());
        return view(user);
    }

    @PatchMapping(path = "/{userName}", consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("changed the user {userName}")
    @Operation(
            operationId = "updateUser",
            summary = "Changes a user",
            description = "A new password ends the user's sessions and tokens, and so does disabling. A new role holds"
                    + " for them at once.")
    UserView change(@PathVariable String userName, @RequestBody PatchUser wish) {
        List<String> changes = changes(wish);
        if (changes.isEmpty()) throw new MoverException(ErrorCode.INVALID_REQUEST, "nothing is to be changed");
        Role role = wish.role() == null ? null : Role.ofName(wish.role());
        String shownName = checked("shownName", wish.shownName(), SHOWN_NAME_LENGTH_MAX);
        String email = checked("email", wish.email(), EMAIL_LENGTH_MAX);
        AuditedDetail.note(String.join(", ", changes));
        return view(Answers.durable(
                users.change(userName, new SiteUsers.Wish(wish.password(), role, wish.disabled(), shownName, email))));
    }

    private static List<String> changes(PatchUser wish) {
        List<String> changes = new ArrayList<>();
        if (wish.role() != null) changes.add("role " + wish.role());
        if (wish.password() != null) changes.add("password");
        if (wish.disabled() != null) changes.add(wish.disabled() ? "disabled" : "enabled");
        if (wish.shownName() != null) changes.add("shown name");
        if (wish.email() != null) changes.add("e-mail");
        return changes;
    }

    private static @Nullable String checked(String field, @Nullable String text, int lengthMax) {
        return text == null ? null : text(field, text, lengthMax);
    }

    private static String text(String field, String text, int lengthMax) {
        return PlainText.checked(field, text.strip(), lengthMax);
    }

    @DeleteMapping("/{userName}")
    @Needs(Role.ADMIN)
    @Audited("removed the user {userName}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            operationId = "removeUser",
            summary = "Removes a user, whose sessions and tokens end; nobody gets the name")
    void remove(@PathVariable String userName) {
        Answers.durable(users.remove(userName));
    }

    @PostMapping(path = "/me/password", consumes = "application/json")
    @NeedsAnyToken
    @Audited("changed the own password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            operationId = "changeOwnPassword",
            summary = "Changes the password of the caller, whose sessions and tokens end")
    void changeOwnPassword(@RequestBody ChangePassword wish, HttpServletRequest request) {
        Answers.durable(logins.changePassword(
                CallerAuthentication.current(), wish.oldPassword(), wish.newPassword(), request.getRemoteAddr()));
    }

    private static UserView view(User user) {
        return new UserView(
                user.name(),
                Role.ofName(user.role()).shown(),
                user.shownName().isEmpty() ? null : user.shownName(),
                user.email().isEmpty() ? null : user.email(),
                user.isDisabled(),
                user.createdAt(),
                user.passwordChangedAt());
    }
}
