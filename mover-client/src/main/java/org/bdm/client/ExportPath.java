package org.bdm.client;

/**
 * A place in an export, taken from {@code bdm://SITE/EXPORT/path}.
 *
 * @param path below the export, percent-escaped as it was given, without a slash at either end; empty is the export itself
 */
public record ExportPath(String site, String export, String path) {
    private static final String SCHEME = "bdm://";

    /** Throws {@link IllegalArgumentException} for what has not that form; whether it exists only the server knows. */
    public static ExportPath parse(String endpoint) {
        EndpointText.check(endpoint);
        String[] parts = endpoint.substring(SCHEME.length()).split("/", 3);
        if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty())
            throw new IllegalArgumentException("not of the form bdm://SITE/EXPORT/path: " + endpoint);
        String path = parts.length < 3 ? "" : parts[2].replaceAll("^/+|/+$", "");
        return new ExportPath(parts[0], parts[1], path);
    }

    /** The directory that it is in; of the export itself, the export. */
    public ExportPath parent() {
        int slash = path.lastIndexOf('/');
        return new ExportPath(site, export, slash < 0 ? "" : path.substring(0, slash));
    }

    /** Its last name; empty for the export itself. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the entry of this name in the directory. */
    public ExportPath child(String name) {
        return new ExportPath(site, export, path.isEmpty() ? name : path + "/" + name);
    }
}
