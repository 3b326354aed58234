package org.bdm.core.source.http.question;

import io.netty.util.AsciiString;

/**
 * The names of the fields that are sent, in their usual spelling. HTTP/1.1 does not tell upper from lower case, but servers do: XRootD 5.5
 * reads {@code Range} and ignores {@code range}, which is how the constants of Netty are spelled.
 */
final class FieldNames {
    static final AsciiString ACCEPT = AsciiString.cached("Accept");
    static final AsciiString ACCEPT_ENCODING = AsciiString.cached("Accept-Encoding");
    static final AsciiString AUTHORIZATION = AsciiString.cached("Authorization");
    static final AsciiString COOKIE = AsciiString.cached("Cookie");
    static final AsciiString HOST = AsciiString.cached("Host");
    static final AsciiString IF_RANGE = AsciiString.cached("If-Range");
    static final AsciiString RANGE = AsciiString.cached("Range");
    static final AsciiString USER_AGENT = AsciiString.cached("User-Agent");

    private FieldNames() {}
}
