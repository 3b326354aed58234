package org.bdm.server.discovery.index;

/**
 * A place where a file can be had, according to an index.
 *
 * @param address byte for byte as published; may be no URL at all, as {@code globus:UUID/path}
 * @param service kind of access in the words of the index: {@code HTTPServer}, {@code Globus}, {@code GridFTP}, {@code OPENDAP}; of STAC
 *     {@code HTTPServer} for {@code http} and {@code https}
 */
public record ClaimedLocation(String address, String service) {
    /** True if it is a path at an endpoint of Globus. */
    public boolean isGlobus() {
        return address.regionMatches(true, 0, "globus:", 0, 7);
    }

    /** True if it is an address of GridFTP. */
    public boolean isGridFtp() {
        return address.regionMatches(true, 0, "gsiftp://", 0, 9);
    }

    /** True if it can be fetched with plain HTTP requests. */
    public boolean isHttp() {
        boolean isWeb =
                address.regionMatches(true, 0, "http://", 0, 7) || address.regionMatches(true, 0, "https://", 0, 8);
        return isWeb && service.equals("HTTPServer");
    }
}
