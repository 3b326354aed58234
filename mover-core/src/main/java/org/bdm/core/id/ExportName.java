package org.bdm.core.id;

import java.util.regex.Pattern;

/**
 * The name of an export, unique within its site.
 *
 * @param value 1 to 63 characters: letters, digits, dot, minus, underscore; it starts with a letter or a digit
 */
public record ExportName(String value) {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** Refuses what cannot be an export name. */
    public ExportName {
        if (!ALLOWED.matcher(value).matches()) {
            throw new IllegalArgumentException("not an export name (letters, digits, . - _, at most 63): " + value);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
