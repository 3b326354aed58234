package org.bdm.server.interchange.read;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/** Paths, addresses and sizes of strangers, checked before anything is built on them. */
final class ListedPath {
    private static final int LENGTH_MAX = 4096;
    private static final int SIZE_DIGITS_MAX = 18;

    private ListedPath() {}

    /** A path of a disk or a tree: without {@code ..}. */
    static String checked(String path) throws RefusedLine {
        if (path.isEmpty()) throw new RefusedLine("the path is empty");
        if (path.length() > LENGTH_MAX) throw new RefusedLine("the path is longer than " + LENGTH_MAX);
        if (path.chars().anyMatch(c -> Character.isISOControl(c) && "\t\n\r".indexOf(c) < 0)) {
            throw new RefusedLine("the path " + QuotedText.of(path) + " holds a control character");
        }
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) throw new RefusedLine("the path " + QuotedText.of(path) + " holds '..'");
        }
        return path;
    }

    /** A path below a destination that the reader of the list chooses. */
    static String relative(String path) throws RefusedLine {
        if (path.startsWith("/")) throw new RefusedLine("the path " + QuotedText.of(path) + " begins at the root");
        return checked(path);
    }

    /** An address that HTTP fetches. */
    static URI url(String text) throws RefusedLine {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new RefusedLine("the URL " + QuotedText.of(text) + " cannot be read");
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        boolean isWeb = scheme.equals("http") || scheme.equals("https");
        if (!isWeb || url.getHost() == null || url.getRawUserInfo() != null) {
            throw new RefusedLine("the URL " + QuotedText.of(text) + " is not of the form http(s)://HOST/PATH");
        }
        return url;
    }

    /** One of several addresses: one that cannot be read is warned of and left out; null. */
    static @Nullable URI oneOfSeveral(String text, long line, EntryReceiver receiver) {
        try {
            return url(text);
        } catch (RefusedLine e) {
            receiver.repeated(line, "an address that cannot be fetched from here is left out", e.reason());
            return null;
        }
    }

    /** A number of bytes. */
    static long sizeBytes(String text) throws RefusedLine {
        boolean isNumber = !text.isEmpty()
                && text.length() <= SIZE_DIGITS_MAX
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber) throw new RefusedLine("the size " + QuotedText.of(text) + " is not a number of bytes");
        return Long.parseLong(text);
    }
}
