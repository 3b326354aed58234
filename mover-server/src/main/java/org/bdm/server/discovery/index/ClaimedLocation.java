package org.bdm.server.discovery.index;

/**
 * A place where a file can be had, according to an index.
 *
 * @param address byte for byte as published; may be no URL at all, as {@code globus:UUID/path}
 * @param service kind of access in the words of the index: {@code HTTPServer}, {@code Globus}, {@code GridFTP}, {@code OPENDAP}; of STAC
 *     {@code HTTPServer} for {@code http} and {@code https}
 */
public record ClaimedLocation(String address, String service) {
    /** True if it can be fetched with plain HTTP requests. */
    public boolean isHttp() {
        boolean isWeb =
                address.regionMatches(true, 0, "http://", 0, 7) || address.regionMatches(true, 0, "https://", 0, 8);
        return isWeb && service.equals("HTTPServer");
    }
}
