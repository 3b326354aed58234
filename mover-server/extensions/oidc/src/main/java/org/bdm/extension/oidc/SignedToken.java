package org.bdm.extension.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import java.text.ParseException;
import java.util.Set;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;

/** A token that somebody signed with a public-key algorithm; others, {@code none} among them, are refused unread. Used by one thread. */
final class SignedToken {
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private static final int RSA_BITS_MIN = 2048;

    private final JWSObject token;

    private SignedToken(JWSObject token) {
        this.token = token;
    }

    /** Reads the header of a token; INVALID for what is not one, or has another algorithm. */
    static SignedToken parse(String text) throws LoginRefused {
        try {
            SignedToken parsed = new SignedToken(JWSObject.parse(text));
            JWSHeader header = parsed.token.getHeader();
            if (!ALGORITHMS.contains(header.getAlgorithm())) {
                throw new LoginRefused(
                        LoginEnd.INVALID,
                        "the ID token is signed with "
                                + LoginRefused.shown(header.getAlgorithm().getName())
                                + "; RS, PS and ES with 256, 384 or 512 bits are accepted");
            }
            if (header.getCriticalParams() != null
                    && !header.getCriticalParams().isEmpty()) {
                throw new LoginRefused(
                        LoginEnd.INVALID, "the ID token needs an extension that this site does not know");
            }
            return parsed;
        } catch (ParseException e) {
            throw new LoginRefused(LoginEnd.INVALID, "the ID token is not a signed token", e);
        }
    }

    /** True if one of these keys signed it. */
    boolean isSignedBy(JWKSet keys) {
        return new JWKSelector(JWKMatcher.forJWSHeader(token.getHeader()))
                .select(keys).stream().anyMatch(this::isSignedBy);
    }

    private boolean isSignedBy(JWK key) {
        if (!(key instanceof AsymmetricJWK known)) return false;
        if (key.getKeyType().equals(KeyType.RSA) && key.size() < RSA_BITS_MIN) return false;
        try {
            return token.verify(
                    new DefaultJWSVerifierFactory().createJWSVerifier(token.getHeader(), known.toPublicKey()));
        } catch (JOSEException e) {
            return false; // a key of another kind
        }
    }

    /** The claims, as they came: only worth something once {@link #isSignedBy} was true. */
    byte[] payload() {
        return token.getPayload().toBytes();
    }
}
