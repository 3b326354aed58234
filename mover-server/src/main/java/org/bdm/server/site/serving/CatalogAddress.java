package org.bdm.server.site.serving;

import org.jspecify.annotations.Nullable;

/**
 * The directory that the address of a THREDDS catalog names: {@code /thredds/catalog/EXPORT/path/catalog.xml}, or {@code catalog.html} for people.
 *
 * @param directory null for the catalog of all exports
 */
record CatalogAddress(@Nullable ServedAddress directory, boolean isXml) {
    static final String PREFIX = ServedAddress.SERVED + "catalog/";
    static final String XML = "catalog.xml";
    static final String HTML = "catalog.html";

    /** Reads the address of a request as it came; NOT_FOUND, INVALID_PATH, NAME_TOO_LONG. */
    static CatalogAddress parse(String requestUri) {
        boolean isXml = requestUri.endsWith("/" + XML);
        if (!isXml && !requestUri.endsWith("/" + HTML)) throw ServedAddress.nothing(requestUri);
        String directory = requestUri.substring(0, requestUri.lastIndexOf('/') + 1);
        if (directory.equals(ServedAddress.SERVED) || directory.equals(PREFIX)) return new CatalogAddress(null, isXml);
        if (!directory.startsWith(PREFIX)) throw ServedAddress.nothing(requestUri);
        return new CatalogAddress(ServedAddress.below(directory.substring(PREFIX.length()), requestUri), isXml);
    }
}
