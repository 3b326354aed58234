package org.bdm.server.carrier;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens of Globus Auth: of a service by its id and secret, or of a person by a refresh token. One is kept in memory until it is about to
 * expire. Used by one thread at a time.
 */
final class GlobusLogin {
    static final String SCOPE = "urn:globus:auth:scope:transfer.api.globus.org:all";
    private static final Duration EARLIER = Duration.ofMinutes(1);

    private final CarrierHttp http;
    private final URI tokens;
    private final String clientId;
    private final @Nullable CarrierSecret clientSecret;
    private final @Nullable CarrierSecret refreshToken;
    private final InstantSource clock;
    private String token = "";
    private Instant until = Instant.EPOCH;

    /**
     * With one of the two secrets.
     *
     * @param auth address of Globus Auth
     */
    GlobusLogin(
            CarrierParts parts,
            String auth,
            String clientId,
            @Nullable CarrierSecret clientSecret,
            @Nullable CarrierSecret refreshToken) {
        this.http = new CarrierHttp("Globus Auth", parts);
        this.tokens = URI.create(auth.replaceFirst("/+$", "") + "/v2/oauth2/token");
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.refreshToken = refreshToken;
        this.clock = parts.clock();
    }

    /** Returns a token for the next request. */
    String token() throws CarrierTrouble, InterruptedException {
        if (isKept()) return token;
        CarrierHttp.Answer answer = ask();
        String given = answer.text("access_token");
        if (!answer.isGood() || given.isEmpty()) {
            String code = answer.text("error");
            String remedy = "give the carrier a valid secret" + (code.isEmpty() ? "" : " (" + code + ")")
                    + ", then 'bdm-client handover again ID'";
            throw http.trouble("does not give a token", answer, remedy);
        }
        long seconds = answer.json().path("expires_in").asLong(0);
        token = given;
        until = clock.instant().plusSeconds(seconds).minus(EARLIER);
        return token;
    }

    /** Returns true if the next token is one that was given before. */
    boolean isKept() {
        return clock.instant().isBefore(until);
    }

    /** Forgets a token that was not accepted. */
    void forget() {
        until = Instant.EPOCH;
    }

    private CarrierHttp.Answer ask() throws CarrierTrouble, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        HttpRequest.Builder request = http.request(tokens).header("Content-Type", "application/x-www-form-urlencoded");
        CarrierSecret ofPerson = refreshToken;
        CarrierSecret ofService = clientSecret;
        if (ofPerson != null) {
            form.put("grant_type", "refresh_token");
            form.put("refresh_token", ofPerson.read());
            form.put("client_id", clientId);
        } else if (ofService != null) {
            form.put("grant_type", "client_credentials");
            form.put("scope", SCOPE);
            String basic = clientId + ":" + ofService.read();
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8)));
        }
        request.POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
        return http.send(tokens, request);
    }

    static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
