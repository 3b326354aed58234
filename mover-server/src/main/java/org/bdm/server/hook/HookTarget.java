package org.bdm.server.hook;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The receiver of a hook, read from its text. */
public sealed interface HookTarget {
    /** A web address that takes a POST. */
    record Web(URI address) implements HookTarget {}

    /** A program that the settings of the server name. */
    record Program(String name) implements HookTarget {}

    /** A mailbox. */
    record Mailbox(String address) implements HookTarget {}

    /** Longest text. */
    int LENGTH_MAX = 2000;

    /** Names of programs, and of hooks. */
    Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    /** No more than keeps a header of a message whole; the mail server decides whether the mailbox exists. */
    Pattern MAILBOX = Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}");

    /**
     * Reads {@code https://..}, {@code command:NAME} or {@code mailto:ADDRESS}.
     *
     * @throws MoverException INVALID_REQUEST for anything else
     */
    static HookTarget parse(String text) {
        if (text.startsWith("command:")) {
            String name = text.substring("command:".length());
            if (NAME.matcher(name).matches()) return new Program(name);
            throw invalid("'" + name + "' is not a name of a command: lower-case letters, digits, '.', '_' and '-'");
        }
        if (text.startsWith("mailto:")) {
            String address = text.substring("mailto:".length());
            if (MAILBOX.matcher(address).matches()) return new Mailbox(address);
            throw invalid("'" + address + "' is not a mail address");
        }
        return new Web(web(text));
    }

    private static URI web(String text) {
        try {
            URI address = URI.create(text);
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            boolean isWeb = scheme.equals("https") || scheme.equals("http");
            if (isWeb && address.getHost() != null && address.getUserInfo() == null && text.length() <= LENGTH_MAX)
                return address;
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "target: this is not an address", e);
        }
        throw invalid("write https://HOST/PATH without a password, command:NAME, or mailto:ADDRESS");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "target: " + detail);
    }
}
