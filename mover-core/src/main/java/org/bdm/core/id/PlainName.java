package org.bdm.core.id;

/** The rule for names that people give to sites and exports. Not a regular expression, since names are read again for every file. */
final class PlainName {
    static final int LENGTH_MAX = 63;

    private PlainName() {}

    /** 1 to 63 characters: letters, digits, dot, minus, underscore of ASCII; the first is a letter or a digit. */
    static boolean is(String value) {
        if (value.isEmpty() || value.length() > LENGTH_MAX || !isLetterOrDigit(value.charAt(0))) return false;
        for (int i = 1; i < value.length(); i++) {
            char at = value.charAt(i);
            if (!isLetterOrDigit(at) && at != '.' && at != '-' && at != '_') return false;
        }
        return true;
    }

    private static boolean isLetterOrDigit(char at) {
        return (at >= 'a' && at <= 'z') || (at >= 'A' && at <= 'Z') || (at >= '0' && at <= '9');
    }
}
