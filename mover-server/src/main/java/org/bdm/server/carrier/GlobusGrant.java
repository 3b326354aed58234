package org.bdm.server.carrier;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.OwnerFile;

/**
 * The way by which a person grants a refresh token to the client of a carrier: an address to open, a code to paste, PKCE (RFC 7636). The token
 * replaces the file of the carrier in one step. Attempts are in memory, and only the newest few count. Safe on any thread that may block.
 */
final class GlobusGrant {
    private static final int ATTEMPTS_MAX = 10;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final CarrierHttp http;
    private final String auth;
    private final String clientId;
    private final CarrierSecret file;
    private final RandomGenerator random;
    private final Map<String, String> verifiers = new LinkedHashMap<>(); // by attempt; guarded by this

    GlobusGrant(CarrierParts parts, String auth, String clientId, CarrierSecret file) {
        this.http = new CarrierHttp("Globus Auth", parts);
        this.auth = auth.replaceFirst("/+$", "");
        this.clientId = clientId;
        this.file = file;
        this.random = parts.random();
    }

    /** Begins an attempt; returns its id and the address that a person opens. */
    CarrierLogin begin() {
        String attempt = word(16);
        String verifier = word(48);
        synchronized (this) {
            verifiers.put(attempt, verifier);
            if (verifiers.size() > ATTEMPTS_MAX)
                verifiers.remove(verifiers.keySet().iterator().next());
        }
        Map<String, String> question = new LinkedHashMap<>();
        question.put("client_id", clientId);
        question.put("redirect_uri", redirect());
        question.put("scope", GlobusLogin.SCOPE);
        question.put("state", attempt);
        question.put("response_type", "code");
        question.put("code_challenge", challenge(verifier));
        question.put("code_challenge_method", "S256");
        question.put("access_type", "offline");
        return new CarrierLogin(attempt, URI.create(auth + "/v2/oauth2/authorize?" + GlobusLogin.encoded(question)));
    }

    private String redirect() {
        return auth + "/v2/web/auth-code";
    }

    private String word(int bytes) {
        byte[] drawn = new byte[bytes];
        random.nextBytes(drawn);
        return BASE64.encodeToString(drawn);
    }

    static String challenge(String verifier) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return BASE64.encodeToString(sha256.digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Ends an attempt: the refresh token is in the file of the carrier, on stable storage.
     *
     * @throws MoverException NOT_FOUND for an attempt that is not open; PERMISSION if the file cannot be written
     * @throws CarrierTrouble if Globus gives no refresh token for the code
     */
    void finish(String attempt, String code) throws CarrierTrouble, InterruptedException {
        String verifier;
        synchronized (this) {
            verifier = verifiers.remove(attempt);
        }
        if (verifier == null) {
            throw new MoverException(
                    ErrorCode.NOT_FOUND, "the attempt to log in is not open any more: begin another one");
        }
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code.strip());
        form.put("redirect_uri", redirect());
        form.put("code_verifier", verifier);
        form.put("client_id", clientId);
        URI tokens = URI.create(auth + "/v2/oauth2/token");
        CarrierHttp.Answer answer = http.send(
                tokens,
                http.request(tokens)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(GlobusLogin.encoded(form))));
        String refresh = answer.text("refresh_token");
        if (!answer.isGood() || refresh.isEmpty())
            throw http.trouble("does not take the code", answer, "begin again with 'bdm-client carrier login NAME'");
        write(refresh);
    }

    private void write(String refresh) {
        try {
            OwnerFile.replace(file.file(), refresh + "\n");
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot write " + file.file() + ": " + e.getMessage(), e);
        }
    }
}
