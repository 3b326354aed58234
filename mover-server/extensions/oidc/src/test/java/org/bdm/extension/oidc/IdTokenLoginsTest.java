package org.bdm.extension.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ID tokens: which are believed, and which keys may sign them. */
class IdTokenLoginsTest {
    @TempDir
    static Path home;

    private static TestLogins at;

    @BeforeAll
    static void open() {
        at = new TestLogins(home);
    }

    @AfterAll
    static void close() {
        at.close();
    }

    @BeforeEach
    void start() {
        at.start();
    }

    @AfterEach
    void stop() {
        at.stop();
    }

    private enum Wrong {
        NONCE((all, issuer) -> all.put("nonce", "another")),
        NO_NONCE((all, issuer) -> all.remove("nonce")),
        AUDIENCE((all, issuer) -> all.put("aud", "another")),
        AUDIENCES((all, issuer) -> all.put("aud", List.of("another", "third"))),
        ONE_OF_MANY((all, issuer) -> all.put("aud", List.of(FakeIssuer.CLIENT, "another"))),
        OTHER_PARTY((all, issuer) -> all.put("azp", "another")),
        ISSUER((all, issuer) -> all.put("iss", "https://another.example.org")),
        LONGER_ISSUER((all, issuer) -> all.put("iss", issuer + "/")),
        EXPIRED((all, issuer) -> all.put("exp", seconds(-60))),
        ENDLESS((all, issuer) -> all.remove("exp")),
        ENDLESS_TEXT((all, issuer) -> all.put("exp", "never")),
        NOT_YET((all, issuer) -> all.put("nbf", seconds(61))),
        OF_THE_FUTURE((all, issuer) -> all.put("iat", seconds(61))),
        NOBODY((all, issuer) -> all.remove("sub"));

        private final BiConsumer<Map<String, Object>, URI> change;

        Wrong(BiConsumer<Map<String, Object>, URI> change) {
            this.change = change;
        }

        private static long seconds(long later) {
            return at.clock.instant().getEpochSecond() + later;
        }
    }

    @ParameterizedTest
    @EnumSource
    void tokenThatIsNotForThisLoginIsRefused(Wrong wrong) {
        at.issuer.claims = all -> wrong.change.accept(all, at.issuer.address());
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
    }

    @Test
    void clocksMayDifferByAMinute() throws LoginRefused {
        at.issuer.claims = all -> {
            all.put("exp", Wrong.seconds(-59));
            all.put("nbf", Wrong.seconds(60));
            all.put("aud", List.of(FakeIssuer.CLIENT, "another"));
            all.put("azp", FakeIssuer.CLIENT);
        };
        assertThat(at.login().owner()).isEqualTo("oidc:ann@example.org");
    }

    @Test
    void keysOfEllipticCurvesAndPssAreAccepted() throws LoginRefused {
        at.issuer.signWith(JWSAlgorithm.ES256, FakeIssuer.ecKey("ec"), true);
        assertThat(at.login().owner()).isEqualTo("oidc:ann@example.org");
        JWK rsa = at.issuer.published.get(0);
        at.issuer.signWith(JWSAlgorithm.PS384, rsa, false);
        assertThat(at.login().owner()).isEqualTo("oidc:ann@example.org");
    }

    @Test
    void tokenWithoutASignatureIsRefused() {
        at.issuer.idToken = token -> {
            String header = base64("{\"alg\":\"none\"}");
            return header + "." + token.split("\\.")[1] + ".";
        };
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
        at.issuer.idToken = token -> token.substring(0, token.lastIndexOf('.') + 1);
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
        at.issuer.idToken = token -> "nonsense";
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
        at.issuer.idToken = token -> {
            String[] parts = token.split("\\.");
            String payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
            return parts[0] + "." + base64(payload.replace("climate", "staff")) + "." + parts[2];
        };
        assertThat(at.refusal().detail()).contains("no key of the issuer signed");
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void tokenSignedWithASecretIsRefusedThoughTheIssuerPublishesIt() {
        byte[] secret = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        at.issuer.signWith(
                JWSAlgorithm.HS256,
                new OctetSequenceKey.Builder(secret).keyID("oct").build(),
                false);
        LoginRefused refused = at.refusal();
        assertThat(refused.end()).isEqualTo(LoginEnd.INVALID);
        assertThat(refused.detail()).contains("HS256");
    }

    @Test
    void tokenOfAForeignOrWeakKeyIsRefused() {
        at.issuer.signWith(JWSAlgorithm.ES256, FakeIssuer.ecKey("ec"), false);
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
        at.clock.turn(KeptAnswer.PAUSE);
        at.issuer.signWith(JWSAlgorithm.RS256, FakeIssuer.smallRsaKey("small"), true);
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
    }

    @Test
    void newKeyOfTheIssuerIsFetchedWhenItIsNeeded() throws LoginRefused {
        at.login();
        at.clock.turn(KeptAnswer.PAUSE);
        at.issuer.rotate();
        assertThat(at.login().owner()).isEqualTo("oidc:ann@example.org");
        assertThat(Collections.frequency(at.issuer.asked(), "/keys")).isEqualTo(2);
        at.issuer.signWith(JWSAlgorithm.ES256, FakeIssuer.ecKey("never"), false);
        assertThat(List.of(at.end(), at.end(), at.end())).containsOnly(LoginEnd.INVALID);
        assertThat(Collections.frequency(at.issuer.asked(), "/keys"))
                .as("within 10 s")
                .isEqualTo(2);
        at.clock.turn(KeptAnswer.KEPT);
        at.issuer.rotate();
        at.issuer.algorithm = JWSAlgorithm.RS256;
        at.login();
        assertThat(Collections.frequency(at.issuer.asked(), "/keys")).isEqualTo(3);
        assertThat(Collections.frequency(at.issuer.asked(), "/.well-known/openid-configuration"))
                .isEqualTo(2);
    }
}
