package org.bdm.core.source.http.question;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble;

/** Names what a page in the place of a file is: a challenge that only a browser can pass, a login page, or some page. Pure. */
final class WebPage {
    /** Marks that pages of challenges contain, in lower case, and who makes them. */
    private static final Map<String, String> CHALLENGES = new LinkedHashMap<>();

    static {
        CHALLENGES.put("challenge-platform", "Cloudflare");
        CHALLENGES.put("cf-chl", "Cloudflare");
        CHALLENGES.put("cf-turnstile", "Cloudflare");
        CHALLENGES.put("just a moment...", "Cloudflare");
        CHALLENGES.put("ddos-guard", "DDoS-Guard");
        CHALLENGES.put("_incapsula_resource", "Imperva");
        CHALLENGES.put("sucuri", "Sucuri");
        CHALLENGES.put("px-captcha", "PerimeterX");
        CHALLENGES.put("datadome", "DataDome");
        CHALLENGES.put("awswaf", "AWS WAF");
        CHALLENGES.put("anubis", "Anubis");
        CHALLENGES.put("go-away", "go-away");
        CHALLENGES.put("making sure you're not a bot", "Anubis");
        CHALLENGES.put("checking your browser", "");
        CHALLENGES.put("checking if the site connection is secure", "");
        CHALLENGES.put("verify you are human", "");
        CHALLENGES.put("verifying you are human", "");
        CHALLENGES.put("are you a robot", "");
        CHALLENGES.put("not a robot", "");
        CHALLENGES.put("proof-of-work", "");
        CHALLENGES.put("proof of work", "");
        CHALLENGES.put("captcha", "");
        CHALLENGES.put("bot detection", "");
        CHALLENGES.put("enable javascript and cookies to continue", "");
    }

    private WebPage() {}

    /** Names the maker of a challenge, in words for people; empty if the page is none. */
    static Optional<String> challenge(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return CHALLENGES.entrySet().stream()
                .filter(known -> lower.contains(known.getKey()))
                .findFirst()
                .map(known -> known.getValue().isEmpty()
                        ? "an anti-bot challenge"
                        : "an anti-bot challenge (" + known.getValue() + ")");
    }

    /**
     * The page as a trouble of its copy.
     *
     * @param code of the trouble
     * @param status as it was sent, or nothing
     */
    static CopyTrouble refused(URI location, String text, String userAgent, ErrorCode code, String status) {
        Optional<String> challenge = challenge(text);
        if (challenge.isPresent()) return ofChallenge(location, challenge.get(), userAgent, status);
        return CopyTrouble.of(
                CopyTrouble.Kind.COPY, code, location + " sends a web page instead of the file, perhaps a login page");
    }

    static CopyTrouble ofChallenge(URI location, String challenge, String userAgent, String status) {
        String said = status.isEmpty() ? " sends " : " answers " + status + " with ";
        return CopyTrouble.of(
                CopyTrouble.Kind.COPY,
                ErrorCode.NOT_DATA,
                location + said + challenge
                        + " instead of the file, which only a browser can pass; ask the operators of the data node for an"
                        + " exception for the User-Agent '" + userAgent + "'");
    }
}
