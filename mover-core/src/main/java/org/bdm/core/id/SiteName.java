package org.bdm.core.id;

/**
 * The name of a site, as people chose it at pairing.
 *
 * @param value 1 to 63 characters: letters, digits, dot, minus, underscore; it starts with a letter or a digit
 */
public record SiteName(String value) {
    /** Refuses what cannot be a site name. */
    public SiteName {
        if (!PlainName.is(value)) {
            throw new IllegalArgumentException("not a site name (letters, digits, . - _, at most 63): " + value);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
