package org.bdm.core.id;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses as other programs write them, read as the endpoint that was probably meant. Pure. */
public final class ForeignAddress {
    private static final String SCHEME = "bdm://";
    private static final String FORM = "bdm://SITE/EXPORT/path";
    private static final int SHOWN_MAX = 200;

    private static final Pattern WITH_SCHEME = Pattern.compile("(?i)([a-z][a-z0-9+.-]*)://+(.*)|(bdm|file):/(.*)");
    private static final Pattern SLASHES_MISSING = Pattern.compile("(?i)bdm:([^/].*)");
    private static final Pattern GLOBUS =
            Pattern.compile("(?i)(?:globus://)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:[:/](.*))?");
    private static final Pattern RSYNC_MODULE = Pattern.compile("(?:[^@/:]+@)?([^/:]+)::(.*)");
    private static final Pattern WINDOWS = Pattern.compile("(?i)[a-z]:[\\\\/].*");
    private static final Pattern HOST_AND_PATH = Pattern.compile("(?:[^@/:]+@)?([^/:]+):(.*)");

    private ForeignAddress() {}

    /** Returns a sentence that begins with the address and says what to write instead; empty for an endpoint. */
    public static Optional<String> meant(String address) {
        if (address.startsWith(SCHEME)) return Optional.empty();
        String shown = address.length() > SHOWN_MAX ? address.substring(0, SHOWN_MAX) + ".." : address;
        return Optional.of("'" + shown + "' " + meaning(shown));
    }

    private static String meaning(String address) {
        Matcher globus = GLOBUS.matcher(address);
        if (globus.matches())
            return "is not an endpoint, but an address of Globus; a collection is a site and an export here: write "
                    + endpoint("SITE", "EXPORT/" + clean(globus.group(1)));
        Matcher missing = SLASHES_MISSING.matcher(address);
        if (missing.matches()) return ofScheme("bdm", missing.group(1));
        Matcher scheme = WITH_SCHEME.matcher(address);
        if (scheme.matches()) {
            boolean hasHost = scheme.group(1) != null;
            return ofScheme(
                    scheme.group(hasHost ? 1 : 3).toLowerCase(Locale.ROOT), clean(scheme.group(hasHost ? 2 : 4)));
        }
        Matcher module = RSYNC_MODULE.matcher(address);
        if (module.matches())
            return "is not an endpoint, but an address of rsync; write "
                    + endpoint(module.group(1), clean(module.group(2)));
        if (WINDOWS.matcher(address).matches() || !address.contains(":")) return ofPath(address);
        Matcher host = HOST_AND_PATH.matcher(address);
        return host.matches()
                ? "is not an endpoint, but an address of scp or rclone; write "
                        + endpoint(host.group(1), clean(host.group(2)))
                : "is not an endpoint; write " + FORM;
    }

    private static String ofScheme(String scheme, String rest) {
        if (scheme.equals("bdm")) return "is not an endpoint; write " + SCHEME + clean(rest);
        if (scheme.equals("file")) return ofPath("/" + rest);
        if (scheme.equals("http") || scheme.equals("https")) return "is not an endpoint, but a URL; write " + FORM;
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String host = authority.replaceFirst(".*@", "").replaceFirst(":[0-9]+$", "");
        return "is not an endpoint, but an address of " + scheme + "; write "
                + endpoint(host, slash < 0 ? "" : clean(rest.substring(slash)));
    }

    private static String ofPath(String path) {
        return "is not an endpoint, but a path of one machine; write " + FORM
                + " with the export that has it ('bdm-client export list' shows the exports), as "
                + endpoint("SITE", "EXPORT/" + lastOf(path));
    }

    private static String lastOf(String path) {
        String plain = path.replaceAll("[/\\\\]+$", "");
        return plain.substring(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1);
    }

    /** The first name of a path becomes the export. */
    private static String endpoint(String site, String path) {
        return SCHEME + site + "/" + (path.isEmpty() ? "EXPORT/" : path);
    }

    private static String clean(@Nullable String path) {
        return path == null ? "" : path.replaceFirst("^[/~.]*/", "").replaceFirst("^/+", "");
    }
}
