package org.bdm.server.site.serving;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.server.connections.ConnectionLimits;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Answers GET and HEAD for files of served exports. A file that changes while it is sent breaks the connection: nobody takes the beginning
 * of one content and the end of another for a file. Any thread that may block.
 */
public final class Downloads {
    private static final int PIECE_BYTES = ConnectionLimits.PIECE_BYTES;

    private final ServedExports exports;
    private final ServedDigests digests;
    private final Clock clock;
    private final RequestShares shares;
    private final ArrayBlockingQueue<ByteBuffer> pieces;

    /**
     * Downloads of these exports.
     *
     * @param shares who may download how many at once
     * @param buffersMax buffers kept for the next downloads, at least 1
     */
    public Downloads(ServedExports exports, ServedDigests digests, RequestShares shares, int buffersMax, Clock clock) {
        this.exports = exports;
        this.digests = digests;
        this.clock = clock;
        this.shares = shares;
        this.pieces = new ArrayBlockingQueue<>(buffersMax);
    }

    /**
     * Answers a request whose caller may read the export.
     *
     * @param token who asks; null for somebody unknown
     * @throws MoverException what a store says before the first byte; IS_A_DIRECTORY; TOO_MANY_CONNECTIONS when as many as may be are under way
     * @throws IOException the caller is gone, or the connection must be broken
     */
    public void answer(
            ServedAddress address, @Nullable String token, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        WebConnection connection = WebConnection.of(request);
        shares.enterDownload(connection, token);
        try (ReadableFile file = open(address, token, request.getMethod().equals("HEAD"))) {
            FileVersion version = file.status().version();
            ServedValidators validators = ServedValidators.of(version, clock.instant());
            describe(address, validators, response);
            AskedConditions.Outcome conditions = AskedConditions.outcome(request, validators);
            if (conditions == AskedConditions.Outcome.FAILED) {
                response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
                return;
            }
            if (conditions == AskedConditions.Outcome.NOT_MODIFIED) {
                response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
                return;
            }
            AnswerParts body = head(address, version.size(), validators, request, response);
            if (response.getStatus() != HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE)
                digest(address, version, request, response);
            if (body != null && !request.getMethod().equals("HEAD")) send(file, version, body, connection, response);
        }
    }

    /** Of a file that is offline only size and times are told. Who has a token has it brought to disk, and comes again. */
    private ReadableFile open(ServedAddress address, @Nullable String token, boolean isLook) {
        Store store = exports.store(address.export());
        try {
            return store.open(address.path());
        } catch (MoverException e) {
            if (e.code() == ErrorCode.BEING_STAGED) {
                Optional<FileStatus> status = isLook ? store.status(address.path()) : Optional.empty();
                if (status.isPresent()) return new StatusOnly(status.get());
                if (token != null) store.recall(address.path());
            }
            if (e.code() == ErrorCode.IS_A_DIRECTORY) throw e;
            throw ServedExports.asSeenOutside(address, e);
        }
    }

    private void describe(ServedAddress address, ServedValidators validators, HttpServletResponse response) {
        response.setHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
        response.setHeader(HttpHeaders.ETAG, validators.entityTag());
        Instant modified = validators.lastModified();
        if (modified != null) response.setHeader(HttpHeaders.LAST_MODIFIED, ServedValidators.date(modified));
        boolean isPublic = exports.accessTo(address.export()) == HttpAccess.PUBLIC;
        response.setHeader(HttpHeaders.CACHE_CONTROL, isPublic ? "no-cache" : "private, no-cache");
    }

    private void digest(
            ServedAddress address, FileVersion version, HttpServletRequest request, HttpServletResponse response) {
        ServedDigests.Headers known = digests.of(
                address,
                version,
                AskedConditions.field(request, "Want-Repr-Digest"),
                AskedConditions.field(request, "Want-Digest"));
        if (known.reprDigest() != null) response.setHeader("Repr-Digest", known.reprDigest());
        if (known.digest() != null) response.setHeader("Digest", known.digest());
        if (known.evidence() != null) response.setHeader("Bdm-Evidence", known.evidence());
    }

    private static String mediaType(ServedAddress address) {
        return MediaTypes.of(address.path().name());
    }

    /** Sets status and headers; gives what to send, null for nothing. */
    private static @Nullable AnswerParts head(
            ServedAddress address,
            long size,
            ServedValidators validators,
            HttpServletRequest request,
            HttpServletResponse response) {
        AskedRange range = AskedRange.of(askedRange(validators, request), size);
        if (range instanceof AskedRange.Outside) {
            response.setStatus(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
            response.setHeader(HttpHeaders.CONTENT_RANGE, "bytes */" + size);
            response.setContentLengthLong(0);
            return null;
        }
        if (range instanceof AskedRange.Parts parts) return partial(address, parts.ranges(), size, response);
        response.setContentType(mediaType(address));
        response.setContentLengthLong(size);
        return size == 0 ? null : AnswerParts.of(new ByteRange(0, size), mediaType(address));
    }

    /** Null for the whole file. Only GET has ranges: HEAD ignores the field (RFC 9110, section 14.2). */
    private static @Nullable String askedRange(ServedValidators validators, HttpServletRequest request) {
        if (!request.getMethod().equals("GET")) return null;
        boolean isOfThisContent = validators.allowRange(AskedConditions.field(request, HttpHeaders.IF_RANGE));
        return isOfThisContent ? AskedConditions.field(request, HttpHeaders.RANGE) : null;
    }

    private static AnswerParts partial(
            ServedAddress address, List<ByteRange> ranges, long size, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
        boolean isOne = ranges.size() == 1;
        String type = mediaType(address);
        AnswerParts parts = isOne ? AnswerParts.of(ranges.get(0), type) : AnswerParts.of(ranges, size, type);
        if (isOne) response.setHeader(HttpHeaders.CONTENT_RANGE, AnswerParts.contentRange(ranges.get(0), size));
        response.setContentType(parts.contentType());
        response.setContentLengthLong(parts.length());
        return parts;
    }

    private void send(
            ReadableFile file,
            FileVersion version,
            AnswerParts body,
            WebConnection connection,
            HttpServletResponse response)
            throws IOException {
        try {
            PacedOutput out = new PacedOutput(response.getOutputStream(), connection, shares);
            for (AnswerParts.Part part : body.parts()) {
                byte[] before = part.bytesBefore();
                if (before.length > 0) out.write(before, 0, before.length);
                ByteRange range = part.range();
                if (range != null) send(file, version, range, out);
            }
        } catch (MoverException e) {
            BrokenAnswer.breakOff(e, response);
        }
    }

    private void send(ReadableFile file, FileVersion version, ByteRange range, PacedOutput out) throws IOException {
        long offset = range.offset();
        while (offset < range.endExclusive()) {
            int length = (int) Math.min(PIECE_BYTES, range.endExclusive() - offset);
            sendPiece(file, version, offset, length, out);
            offset += length;
            if (offset < range.endExclusive()) out.pass();
        }
    }

    private void sendPiece(ReadableFile file, FileVersion version, long offset, int length, PacedOutput out)
            throws IOException {
        ByteBuffer piece = pieces.poll();
        if (piece == null) piece = ByteBuffer.allocate(PIECE_BYTES);
        try {
            piece.clear().limit(length);
            read(file, version, offset, piece);
            out.write(piece.array(), piece.arrayOffset(), piece.position());
        } finally {
            pieces.offer(piece);
        }
    }

    private static void read(ReadableFile file, FileVersion version, long offset, ByteBuffer piece) {
        file.read(offset, piece);
        if (piece.hasRemaining() || !file.status().version().equals(version)) {
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED, "the file changed at byte " + offset + " while it was sent");
        }
    }
}
