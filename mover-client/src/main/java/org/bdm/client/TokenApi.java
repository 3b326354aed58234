package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.CreateToken;
import org.bdm.core.control.site.TokenView;

/** The routes about access tokens of one control plane; errors as in {@link MoverApi}. */
public final class TokenApi {
    private final RestConnection rest;

    TokenApi(RestConnection rest) {
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
}
