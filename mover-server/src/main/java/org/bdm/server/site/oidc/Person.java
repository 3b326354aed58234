package org.bdm.server.site.oidc;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import tools.jackson.databind.JsonNode;

/**
 * A person as the claims of the issuer have him.
 *
 * @param owner the prefix and his name: no user of the site can have it
 * @param roles none if no value of the claim gives one
 */
public record Person(String owner, Set<Role> roles) {
    /** Names of users of the site have no colon. */
    static final String PREFIX = Caller.OF_ISSUER;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@+-]{1,128}");
    private static final String MAIL = "email";

    /** True if a claim that the settings name is missing. */
    public static boolean isIncomplete(JsonNode claims, OidcSettings settings) {
        return claim(claims, settings.nameClaim()).isMissingNode()
                || claim(claims, settings.roleClaim()).isMissingNode();
    }

    /** Reads name and roles; NO_NAME if the name is missing, is none, or is a mail address that the issuer did not prove. */
    static Person of(JsonNode claims, OidcSettings settings) throws LoginRefused {
        boolean isMailProved = claims.path("email_verified").asBoolean(false);
        String name = claim(claims, settings.nameClaim()).asString("");
        if (!NAME.matcher(name).matches()) {
            throw new LoginRefused(
                    LoginEnd.NO_NAME,
                    "the claim '" + settings.nameClaim() + "' is missing or not a name: '" + LoginRefused.shown(name)
                            + "'; letters, digits, '.', '_', '@', '+' and '-', at most 128");
        }
        if (settings.nameClaim().equals(MAIL) && !isMailProved) {
            throw new LoginRefused(LoginEnd.NO_NAME, "the issuer did not verify the mail address " + name);
        }
        boolean isBelieved = !settings.roleClaim().equals(MAIL) || isMailProved;
        return new Person(PREFIX + name, isBelieved ? roles(claims, settings) : Set.of());
    }

    private static Set<Role> roles(JsonNode claims, OidcSettings settings) {
        JsonNode claim = claim(claims, settings.roleClaim());
        Set<Role> roles = EnumSet.noneOf(Role.class);
        settings.roles().forEach((value, role) -> {
            boolean has =
                    claim.isArray() ? claim.valueStream().anyMatch(each -> isText(each, value)) : isText(claim, value);
            if (has) roles.add(role);
        });
        return roles;
    }

    private static boolean isText(JsonNode node, String value) {
        return node.isString() && node.asString().equals(value);
    }

    /** A claim of this name, or else the one to which the dots lead, as in {@code realm_access.roles}. */
    private static JsonNode claim(JsonNode claims, String name) {
        if (claims.has(name)) return claims.path(name);
        JsonNode inner = claims;
        for (String part : name.split("\\.")) inner = inner.path(part);
        return inner;
    }
}
