package org.bdm.server.site.serving;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.springframework.http.HttpHeaders;

/**
 * Sends listings of directories, and of the exports that a caller may read, in any {@link ListingFormat}. They are sent while the directory is
 * read: memory is that of a page. One that cannot be completed breaks the connection. Any thread that may block.
 */
final class ServedListings {
    /** Names of a directory of a million entries take 32 MB while a page is read. */
    private static final int READERS_MAX = 4;

    private final ServedExports exports;
    private final ServedDigests digests;
    private final RequestShares shares;
    private final Semaphore readers = new Semaphore(READERS_MAX, true);

    ServedListings(ServedExports exports, ServedDigests digests, RequestShares shares) {
        this.exports = exports;
        this.digests = digests;
        this.shares = shares;
    }

    /** Returns what is at an address; NOT_FOUND, NOT_ALLOWED. */
    FileStatus status(ServedAddress address) {
        try {
            Optional<FileStatus> status = exports.store(address.export()).status(address.path());
            return status.orElseThrow(() -> ServedExports.nothing(address, null));
        } catch (MoverException e) {
            throw ServedExports.asSeenOutside(address, e);
        }
    }

    /** Answers with the entries of a directory. */
    void answer(ServedAddress address, ListingFormat format, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        describe(format, exports.accessTo(address.export()) == HttpAccess.PUBLIC, response);
        Store store = exports.store(address.export());
        ServedDirectory directory = new ServedDirectory(store, address, digests, format.wantsEvidence(), readers);
        List<ListedEntry> first = directory.next(); // before anything is sent, so that it can still be refused
        if (request.getMethod().equals("HEAD")) return;
        PacedText out = text(request, response);
        try {
            format.begin(out);
            for (ListedEntry entry : first) format.entry(entry, out);
            while (!directory.isAtEnd()) for (ListedEntry entry : directory.next()) format.entry(entry, out);
            format.end(out);
            out.send();
        } catch (MoverException e) {
            BrokenAnswer.breakOff(e, response);
        }
    }

    /** Answers with these exports. */
    void answer(List<ExportName> names, ListingFormat format, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        describe(format, false, response);
        if (request.getMethod().equals("HEAD")) return;
        PacedText out = text(request, response);
        format.begin(out);
        for (ListedEntry entry : entries(names)) format.entry(entry, out);
        format.end(out);
        out.send();
    }

    /** Answers a PROPFIND; the status is set already. */
    void answerProperties(
            ServedAddress address,
            DavQuestion question,
            boolean isDeep,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        FileStatus status = status(address);
        boolean isDirectory = status.kind() == FileKind.DIRECTORY;
        if (!isDirectory && (status.kind() != FileKind.FILE || address.endsWithSlash()))
            throw ServedExports.nothing(address, null);
        FileName name = address.path().isRoot()
                ? FileName.ofUtf8(address.export().value())
                : address.path().name();
        ListedEntry itself = new ListedEntry(name, isDirectory, status.version(), null);
        DavListing listing = new DavListing(question, address.uri(true));
        if (!isDirectory && listing.wantsEvidence()) {
            StorePath above = address.path().parent();
            itself = itself.with(
                    digests.holdings(address.export(), above, List.of(name)).get(name));
        }
        ListingFormat format = new WithItself(listing, address.uri(isDirectory), itself);
        if (isDirectory && isDeep) answer(address, format, request, response);
        else answerAlone(format, request, response);
    }

    /** Answers a PROPFIND for what all exports are in. */
    void answerProperties(
            List<ExportName> names,
            DavQuestion question,
            boolean isDeep,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        List<ListedEntry> entries = entries(names);
        if (entries.isEmpty()) throw ServedAddress.nothing(request.getRequestURI());
        DavListing listing = new DavListing(question, ServedAddress.FILES);
        FileName name = FileName.ofUtf8("fileServer");
        ListedEntry itself = new ListedEntry(name, true, entries.get(0).version(), null);
        ListingFormat format = new WithItself(listing, ServedAddress.FILES, itself);
        answer(isDeep ? names : List.of(), format, request, response);
    }

    private void answerAlone(ListingFormat format, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        describe(format, false, response);
        PacedText out = text(request, response);
        format.begin(out);
        format.end(out);
        out.send();
    }

    private PacedText text(HttpServletRequest request, HttpServletResponse response) throws IOException {
        return new PacedText(new PacedOutput(response.getOutputStream(), WebConnection.of(request), shares));
    }

    private static void describe(ListingFormat format, boolean isPublic, HttpServletResponse response) {
        response.setContentType(format.mediaType());
        response.setHeader(HttpHeaders.CACHE_CONTROL, isPublic ? "no-cache" : "private, no-cache");
    }

    /** An export whose directory is not there now, or cannot be read, is left out: it must not hide the others. */
    private List<ListedEntry> entries(List<ExportName> names) {
        List<ListedEntry> entries = new ArrayList<>();
        for (ExportName name : names) {
            try {
                FileStatus status = status(new ServedAddress(name, StorePath.ROOT, true));
                entries.add(new ListedEntry(FileName.ofUtf8(name.value()), true, status.version(), null));
            } catch (MoverException e) {
                if (e.code() != ErrorCode.EXPORT_MISSING && e.code() != ErrorCode.NOT_ALLOWED) throw e;
            }
        }
        return entries;
    }

    /** A listing that begins with the properties of the directory itself. */
    private record WithItself(DavListing listing, String address, ListedEntry itself) implements ListingFormat {
        @Override
        public String mediaType() {
            return listing.mediaType();
        }

        @Override
        public boolean wantsEvidence() {
            return listing.wantsEvidence();
        }

        @Override
        public void begin(PacedText out) throws IOException {
            listing.begin(out);
            listing.respond(address, itself, out);
        }

        @Override
        public void entry(ListedEntry entry, PacedText out) throws IOException {
            listing.entry(entry, out);
        }

        @Override
        public void end(PacedText out) throws IOException {
            listing.end(out);
        }
    }
}
