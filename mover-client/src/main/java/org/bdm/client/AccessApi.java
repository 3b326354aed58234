package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.CreateToken;
import org.bdm.core.control.site.TokenView;
import org.bdm.core.control.user.ChangePassword;
import org.bdm.core.control.user.CreateUser;
import org.bdm.core.control.user.Login;
import org.bdm.core.control.user.PatchUser;
import org.bdm.core.control.user.UserView;

/** The routes about access tokens, users and their logins of one control plane; errors as in {@link MoverApi}. */
public final class AccessApi {
    private final RestConnection rest;

    AccessApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Valid tokens, oldest first, without their secrets. */
    public Iterator<TokenView> tokens() {
        return PageWalk.of(rest, RestPath.of("/tokens"), TokenView.class);
    }

    /** Makes a token; only this answer has its secret. */
    public TokenView create(CreateToken token) {
        return rest.send("POST", RestPath.of("/tokens"), token, Json.type(TokenView.class));
    }

    /** Revokes a token at once. */
    public void revoke(String tokenId) {
        rest.delete(RestPath.of("/tokens/{}", tokenId));
    }

    /** All users, by name. */
    public Iterator<UserView> users() {
        return PageWalk.of(rest, RestPath.of("/users"), UserView.class);
    }

    public UserView create(CreateUser user) {
        return rest.send("POST", RestPath.of("/users"), user, Json.type(UserView.class));
    }

    public UserView change(String name, PatchUser change) {
        return rest.send("PATCH", RestPath.of("/users/{}", name), change, Json.type(UserView.class));
    }

    /** Removes a user, whose sessions and tokens end. */
    public void remove(String name) {
        rest.delete(RestPath.of("/users/{}", name));
    }

    /** Changes the password of the caller, whose token ends. */
    public void changeOwnPassword(ChangePassword passwords) {
        rest.post(RestPath.of("/users/me/password"), passwords);
    }

    /** Gets a token for a password; only this answer has its secret. */
    public TokenView exchange(Login login) {
        return rest.send("POST", RestPath.of("/login/tokens"), login, Json.type(TokenView.class));
    }

    /** Ends the token of the caller if it was given for a password. */
    public void logout() {
        rest.post(RestPath.of("/logout"), null);
    }
}
