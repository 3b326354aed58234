package org.bdm.core.id;

/**
 * The name of an export, unique within its site.
 *
 * @param value 1 to 63 characters: letters, digits, dot, minus, underscore; it starts with a letter or a digit
 */
public record ExportName(String value) {
    /** Refuses what cannot be an export name. */
    public ExportName {
        if (!PlainName.is(value)) {
            throw new IllegalArgumentException("not an export name (letters, digits, . - _, at most 63): " + value);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
