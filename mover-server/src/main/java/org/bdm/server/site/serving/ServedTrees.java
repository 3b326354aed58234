package org.bdm.server.site.serving;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.HttpRequestMethodNotSupportedException;

/**
 * Answers every request below {@link ServedAddress#SERVED}: files, listings of directories, THREDDS catalogs, and properties for WebDAV.
 * docs/serving.md is normative. Any thread that may block.
 */
public final class ServedTrees {
    private static final List<String> METHODS_OF_FILES = List.of("GET", "HEAD", "OPTIONS", "PROPFIND");
    private static final List<String> METHODS_OF_CATALOGS = List.of("GET", "HEAD", "OPTIONS");
    private static final String JSON = "application/json";
    private static final int MULTI_STATUS = 207;

    private final ServedExports exports;
    private final Downloads downloads;
    private final ServedListings listings;
    private final RequestShares shares;

    /** Of these exports, for callers who have a share of the requests each. */
    public ServedTrees(ServedExports exports, ServedDigests digests, Downloads downloads, RequestShares shares) {
        this.exports = exports;
        this.downloads = downloads;
        this.listings = new ServedListings(exports, digests, shares);
        this.shares = shares;
    }

    /**
     * The caller of a request.
     *
     * @param token null for somebody unknown
     * @param isReader true with the role reader
     */
    public record Reader(@Nullable String token, boolean isReader) {}

    /**
     * Answers a request.
     *
     * @throws MoverException before the first byte: NOT_FOUND also for what the caller may not know of, NOT_AUTHENTICATED, NOT_ALLOWED,
     *     INVALID_REQUEST, INVALID_PATH, NAME_TOO_LONG, TOO_MANY_CONNECTIONS, and what a store says
     * @throws IOException the caller is gone, or the connection must be broken
     */
    public void answer(Reader reader, HttpServletRequest request, HttpServletResponse response)
            throws IOException, HttpRequestMethodNotSupportedException {
        String uri = request.getRequestURI();
        boolean isOfFiles = uri.startsWith(ServedAddress.FILES);
        boolean isOfAll = uri.equals(ServedAddress.FILES);
        ServedAddress address = isOfFiles && !isOfAll ? ServedAddress.parse(uri) : null;
        CatalogAddress catalog = isOfFiles ? null : CatalogAddress.parse(uri);
        ServedAddress below = catalog == null ? address : catalog.directory();
        if (below != null) exports.checkAccess(below.export(), reader);
        else checkAccessToSome(reader);
        List<String> methods = isOfFiles ? METHODS_OF_FILES : METHODS_OF_CATALOGS;
        String method = request.getMethod();
        if (!methods.contains(method)) throw new HttpRequestMethodNotSupportedException(method, methods);
        if (method.equals("OPTIONS")) {
            response.setHeader(HttpHeaders.ALLOW, String.join(", ", methods));
            if (isOfFiles) response.setHeader("DAV", "1");
            return;
        }
        if (method.equals("PROPFIND")) properties(address, reader, request, response);
        else if (catalog != null) catalog(catalog, reader, request, response);
        else if (address != null) fileOrListing(address, reader, request, response);
        else
            listings.answer(
                    exports.readableBy(reader.isReader()),
                    listing(ServedAddress.FILES, request, response),
                    request,
                    response);
    }

    private void checkAccessToSome(Reader reader) {
        if (!reader.isReader() && exports.readableBy(false).isEmpty()) throw ServedExports.refused(reader);
    }

    private void fileOrListing(
            ServedAddress address, Reader reader, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (address.endsWithSlash()) {
            enter(reader, request);
            listings.answer(address, listing(address.uri(true), request, response), request, response);
            return;
        }
        try {
            if (address.path().isRoot()) redirect(address, request, response);
            else downloads.answer(address, reader.token(), request, response);
        } catch (MoverException e) {
            if (e.code() != ErrorCode.IS_A_DIRECTORY) throw e;
            redirect(address, request, response);
        }
    }

    /** As nginx does, but with a path: behind a proxy this server does not know its own name. */
    private static void redirect(ServedAddress address, HttpServletRequest request, HttpServletResponse response) {
        String query = request.getQueryString();
        response.setStatus(HttpServletResponse.SC_MOVED_PERMANENTLY);
        response.setHeader(HttpHeaders.LOCATION, address.uri(true) + (query == null ? "" : "?" + query));
    }

    private static ListingFormat listing(String directory, HttpServletRequest request, HttpServletResponse response) {
        response.addHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        String accepted = String.valueOf(request.getHeader(HttpHeaders.ACCEPT)).toLowerCase(Locale.ROOT);
        boolean isAsked = "json".equals(request.getParameter("format"));
        boolean isPreferred = accepted.contains(JSON) && !accepted.contains("text/html");
        return isAsked || isPreferred ? new NginxJson() : new NginxHtml(directory);
    }

    private void catalog(
            CatalogAddress catalog, Reader reader, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ServedAddress directory = catalog.directory();
        if (directory == null) {
            ListingFormat format = catalog.isXml() ? ThreddsXml.ofExports() : ThreddsHtml.ofExports();
            listings.answer(exports.readableBy(reader.isReader()), format, request, response);
            return;
        }
        enter(reader, request);
        ListingFormat format = catalog.isXml() ? ThreddsXml.of(directory) : ThreddsHtml.of(directory);
        listings.answer(directory, format, request, response);
    }

    private void properties(
            @Nullable ServedAddress address, Reader reader, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String depth = request.getHeader("Depth");
        if (depth == null || depth.strip().equalsIgnoreCase("infinity")) {
            refuseInfinity(response);
            return;
        }
        boolean isDeep = depth.strip().equals("1");
        if (!isDeep && !depth.strip().equals("0"))
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the header Depth is 0 or 1");
        DavQuestion question = DavQuestion.read(request.getInputStream());
        enter(reader, request);
        response.setStatus(MULTI_STATUS);
        if (address == null) {
            listings.answerProperties(exports.readableBy(reader.isReader()), question, isDeep, request, response);
        } else {
            listings.answerProperties(address, question, isDeep, request, response);
        }
    }

    /** RFC 4918, section 9.1: a whole tree in one answer is not given. */
    private static void refuseInfinity(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType("application/xml; charset=utf-8");
        response.getWriter()
                .write("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                        + "<D:error xmlns:D=\"DAV:\"><D:propfind-finite-depth/></D:error>\n");
    }

    private void enter(Reader reader, HttpServletRequest request) {
        shares.enterDownload(WebConnection.of(request), reader.token());
    }

    /** True for an address below an export that anybody may read, or of what all exports are in. */
    public boolean isPublic(String requestUri) {
        try {
            if (requestUri.equals(ServedAddress.FILES)) return true;
            ServedAddress address = requestUri.startsWith(ServedAddress.FILES)
                    ? ServedAddress.parse(requestUri)
                    : CatalogAddress.parse(requestUri).directory();
            return address == null || exports.accessTo(address.export()) == HttpAccess.PUBLIC;
        } catch (MoverException e) {
            return false; // an address that cannot be read is refused later, with the reason
        }
    }

    /** Returns the addresses that list exports, whatever their names. */
    public static List<String> addressesOfAll() {
        return List.of(
                ServedAddress.FILES,
                ServedAddress.SERVED + CatalogAddress.XML,
                ServedAddress.SERVED + CatalogAddress.HTML,
                CatalogAddress.PREFIX + CatalogAddress.XML,
                CatalogAddress.PREFIX + CatalogAddress.HTML);
    }

    /** Returns the beginnings of addresses that are followed by the name of an export. */
    public static List<String> prefixes() {
        return List.of(ServedAddress.FILES, CatalogAddress.PREFIX);
    }
}
