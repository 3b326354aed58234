package org.bdm.extension.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * An OpenID Connect issuer on a port of this machine, with real keys. It refuses what a real one refuses: an unknown client, a code that was
 * used, another redirect address, a verifier that does not fit. Tests change what it says.
 */
public final class FakeIssuer implements AutoCloseable {
    public static final String CLIENT = "mover";
    public static final String SECRET = "a secret: with %";

    private static final RsaKeys RSA = new RsaKeys();

    private final HttpServer server;
    private final Clock clock;
    private final JsonMapper json = JsonMapper.builder().build();
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private int codesGiven;

    /** What it publishes, and with what it signs. */
    public volatile List<JWK> published;

    public volatile JWK signing;
    public volatile JWSAlgorithm algorithm = JWSAlgorithm.RS256;

    /** Changes the document, the claims of the next ID tokens, the whole of them, and what it says of a person. */
    public volatile Consumer<Map<String, Object>> document = unchanged -> {};

    public volatile Consumer<Map<String, Object>> claims = unchanged -> {};
    public volatile UnaryOperator<String> idToken = token -> token;
    public volatile Map<String, Object> person = Map.of("sub", "person-1");
    public volatile boolean isDown;
    public volatile boolean takesFormOnly;

    /** Two keys of RSA for all tests: they take long to make. */
    private static final class RsaKeys {
        final JWK first = make("first");
        final JWK second = make("second");

        private static JWK make(String id) {
            try {
                return new RSAKeyGenerator(2048).keyID(id).generate();
            } catch (JOSEException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public FakeIssuer(Clock clock) {
        this.clock = clock;
        signing = RSA.first;
        published = List.of(RSA.first);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/realm");
    }

    /** Paths that were asked for, below its address. */
    public List<String> asked() {
        return asked;
    }

    /** Signs with another key from now on, and publishes that one alone. */
    public void rotate() {
        signing = RSA.second;
        published = List.of(RSA.second);
    }

    /** Signs with this key, whether or not it is published. */
    public void signWith(JWSAlgorithm other, JWK key, boolean isPublished) {
        algorithm = other;
        signing = key;
        if (isPublished) published = List.of(RSA.first, key);
    }

    public static JWK ecKey(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public static JWK smallRsaKey(String id) {
        try {
            return new RSAKeyGenerator(1024, true).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Logs a person in at this page, and returns the address to which the browser is sent back. */
    public URI login(URI page) {
        Map<String, String> query = fields(page.getRawQuery());
        String code = "code-" + ++codesGiven;
        codes.put(code, query);
        return URI.create(query.get("redirect_uri") + "?code=" + code + "&state="
                + URLEncoder.encode(query.get("state"), StandardCharsets.UTF_8));
    }

    public static Map<String, String> fields(String form) {
        Map<String, String> fields = new HashMap<>();
        for (String part : form.split("&")) {
            String[] pair = part.split("=", 2);
            fields.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring("/realm".length());
        asked.add(path);
        Map<String, Object> answer = new LinkedHashMap<>();
        int status = 200;
        if (isDown) status = 503;
        else if (path.equals("/.well-known/openid-configuration")) answer = document();
        else if (path.equals("/keys")) answer.put("keys", publicKeys());
        else if (path.equals("/token")) status = token(exchange, answer);
        else if (path.equals("/person") && isBearer(exchange)) answer.putAll(person);
        else status = 404;
        byte[] body = json.writeValueAsBytes(answer);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private List<Map<String, Object>> publicKeys() {
        return published.stream().map(key -> key.toPublicJWK().toJSONObject()).collect(Collectors.toList());
    }

    private static boolean isBearer(HttpExchange exchange) {
        return "Bearer access-1".equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private Map<String, Object> document() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("issuer", address().toString());
        all.put("authorization_endpoint", address() + "/login?kept=1");
        all.put("token_endpoint", address() + "/token");
        all.put("jwks_uri", address() + "/keys");
        all.put("userinfo_endpoint", address() + "/person");
        if (takesFormOnly) all.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
        document.accept(all);
        return all;
    }

    private int token(HttpExchange exchange, Map<String, Object> answer) throws IOException {
        Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        if (!isClient(exchange, form)) {
            answer.put("error", "invalid_client");
            return 401;
        }
        Map<String, String> login = codes.remove(form.getOrDefault("code", ""));
        if (login == null
                || !login.get("redirect_uri").equals(form.get("redirect_uri"))
                || !login.get("code_challenge").equals(challenge(form.get("code_verifier")))) {
            answer.put("error", "invalid_grant");
            return 400;
        }
        answer.put("access_token", "access-1");
        answer.put("token_type", "Bearer");
        answer.put("id_token", idToken.apply(signed(login.get("nonce"))));
        return 200;
    }

    private boolean isClient(HttpExchange exchange, Map<String, String> form) {
        if (takesFormOnly) return CLIENT.equals(form.get("client_id")) && SECRET.equals(form.get("client_secret"));
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        if (header == null || !header.startsWith("Basic ")) return false;
        String both = new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8);
        List<String> parts = Arrays.stream(both.split(":", 2))
                .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
                .toList();
        return parts.equals(List.of(CLIENT, SECRET));
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String signed(String nonce) {
        Map<String, Object> all = new LinkedHashMap<>();
        long now = clock.instant().getEpochSecond();
        all.put("iss", address().toString());
        all.put("sub", "person-1");
        all.put("aud", CLIENT);
        all.put("iat", now);
        all.put("exp", now + 300);
        all.put("nonce", nonce);
        all.put("preferred_username", "ann@example.org");
        all.put("groups", List.of("climate"));
        claims.accept(all);
        try {
            JWSObject token = new JWSObject(
                    new JWSHeader.Builder(algorithm).keyID(signing.getKeyID()).build(), new Payload(all));
            token.sign(
                    signing instanceof RSAKey rsa
                            ? new RSASSASigner(rsa.toPrivateKey(), true)
                            : new DefaultJWSSignerFactory().createJWSSigner(signing, algorithm));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
