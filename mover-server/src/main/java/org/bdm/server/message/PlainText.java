package org.bdm.server.message;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Free text of users: any characters but those that steer a terminal or turn the direction of writing. */
public final class PlainText {
    private PlainText() {}

    /** The text, or INVALID_REQUEST naming the field. Markup is text like any other: who shows it escapes it. */
    public static String checked(String field, String text, int lengthMax) {
        if (text.length() > lengthMax) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, field + " is longer than " + lengthMax + " characters");
        }
        if (text.codePoints().anyMatch(PlainText::isForbidden)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, field + " holds a control character");
        }
        return text;
    }

    private static boolean isForbidden(int point) {
        int type = Character.getType(point);
        return Character.isISOControl(point)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }
}
