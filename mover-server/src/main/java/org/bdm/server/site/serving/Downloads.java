package org.bdm.server.site.serving;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import org.apache.coyote.CloseNowException;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.server.connections.ConnectionLimits;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * Answers GET and HEAD for files of served exports. A file that changes while it is sent breaks the connection: nobody takes the beginning
 * of one content and the end of another for a file. Any thread that may block.
 */
public final class Downloads {
    private static final Logger LOG = LoggerFactory.getLogger(Downloads.class);
    private static final String NETCDF = "application/netcdf";
    private static final int PIECE_BYTES = ConnectionLimits.PIECE_BYTES;
    private static final long MILLIS_UNKNOWN = -1;

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
     * @throws MoverException what a store says before the first byte; TOO_MANY_CONNECTIONS when as many as may be are under way
     * @throws IOException the caller is gone, or the connection must be broken
     */
    public void answer(
            ServedAddress address, @Nullable String token, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        WebConnection connection = WebConnection.of(request);
        shares.enterDownload(connection, token == null ? connection.cause() : token, token != null);
        try (ReadableFile file = open(address)) {
            FileVersion version = file.status().version();
            ServedValidators validators = ServedValidators.of(version, clock.instant());
            describe(address, response);
            digest(address, version, request, response);
            if (failsIfMatch(validators, request, response)) return;
            if (isAnsweredByConditions(validators, request, response)) return;
            AnswerParts body = head(address, version.size(), validators, request, response);
            if (body != null && !request.getMethod().equals("HEAD")) send(file, version, body, connection, response);
        }
    }

    /** For somebody from outside all that cannot be downloaded is simply not there. */
    private ReadableFile open(ServedAddress address) {
        try {
            return exports.store(address.export()).open(address.path());
        } catch (MoverException e) {
            switch (e.code()) {
                case SOURCE_NOT_FOUND, UNKNOWN_EXPORT, NOT_A_DIRECTORY, IS_A_DIRECTORY, SPECIAL_FILE, PATH_BLOCKED ->
                    throw nothing(address, e);
                case LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP -> throw nothing(address, e);
                case SOURCE_UNREADABLE ->
                    throw new MoverException(
                            ErrorCode.NOT_ALLOWED, "this server may not read " + address.path() + " itself", e);
                default -> throw e;
            }
        }
    }

    private static MoverException nothing(ServedAddress address, MoverException cause) {
        return new MoverException(
                ErrorCode.NOT_FOUND,
                "no such file: " + address.path() + " in export '" + address.export() + "'",
                cause);
    }

    private void describe(ServedAddress address, HttpServletResponse response) {
        response.setContentType(mediaType(address));
        response.setHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
        boolean isPublic = exports.accessTo(address.export()) == HttpAccess.PUBLIC;
        response.setHeader(HttpHeaders.CACHE_CONTROL, isPublic ? "no-cache" : "private, no-cache");
    }

    private void digest(
            ServedAddress address, FileVersion version, HttpServletRequest request, HttpServletResponse response) {
        ServedDigests.Headers known =
                digests.of(address, version, request.getHeader("Want-Repr-Digest"), request.getHeader("Want-Digest"));
        if (known.reprDigest() != null) response.setHeader("Repr-Digest", known.reprDigest());
        if (known.digest() != null) response.setHeader("Digest", known.digest());
    }

    private static String mediaType(ServedAddress address) {
        String name = address.path().name().shown().toLowerCase(Locale.ROOT);
        return name.endsWith(".nc") || name.endsWith(".nc4") ? NETCDF : MediaType.APPLICATION_OCTET_STREAM_VALUE;
    }

    /** The one condition that Spring looks at for changes only. */
    private static boolean failsIfMatch(
            ServedValidators validators, HttpServletRequest request, HttpServletResponse response) {
        String wanted = request.getHeader(HttpHeaders.IF_MATCH);
        if (wanted == null || wanted.strip().equals("*")) return false;
        boolean matches =
                Arrays.stream(wanted.split(",")).anyMatch(tag -> tag.strip().equals(validators.entityTag()));
        if (!matches) response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
        return !matches;
    }

    private static boolean isAnsweredByConditions(
            ServedValidators validators, HttpServletRequest request, HttpServletResponse response) {
        long modifiedMillis = validators.lastModified() == null
                ? MILLIS_UNKNOWN
                : validators.lastModified().toEpochMilli();
        return new ServletWebRequest(request, response).checkNotModified(validators.entityTag(), modifiedMillis);
    }

    /** Sets status and headers; gives what to send, null for nothing. */
    private static @Nullable AnswerParts head(
            ServedAddress address,
            long size,
            ServedValidators validators,
            HttpServletRequest request,
            HttpServletResponse response) {
        String asked = validators.allowRange(request.getHeader(HttpHeaders.IF_RANGE))
                ? request.getHeader(HttpHeaders.RANGE)
                : null;
        AskedRange range = AskedRange.of(asked, size);
        if (range instanceof AskedRange.Outside) {
            response.setStatus(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
            response.setHeader(HttpHeaders.CONTENT_RANGE, "bytes */" + size);
            response.setContentLengthLong(0);
            return null;
        }
        if (range instanceof AskedRange.Parts parts) return partial(address, parts.ranges(), size, response);
        response.setContentLengthLong(size);
        return size == 0 ? null : AnswerParts.of(new ByteRange(0, size), mediaType(address));
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
        ByteBuffer piece = pieces.poll();
        if (piece == null) piece = ByteBuffer.allocate(PIECE_BYTES);
        try {
            OutputStream out = response.getOutputStream();
            for (AnswerParts.Part part : body.parts()) {
                out.write(part.bytesBefore());
                ByteRange range = part.range();
                if (range != null) send(file, version, range, piece, connection, out);
            }
        } catch (MoverException e) {
            breakOff(e, response);
        } finally {
            pieces.offer(piece);
        }
    }

    private static void send(
            ReadableFile file,
            FileVersion version,
            ByteRange range,
            ByteBuffer piece,
            WebConnection connection,
            OutputStream out)
            throws IOException {
        long offset = range.offset();
        while (offset < range.endExclusive()) {
            piece.clear().limit((int) Math.min(PIECE_BYTES, range.endExclusive() - offset));
            read(file, version, offset, piece);
            connection.awaitPieceTaken();
            out.write(piece.array(), piece.arrayOffset(), piece.position());
            connection.pieceTaken();
            offset += piece.position();
        }
    }

    private static void read(ReadableFile file, FileVersion version, long offset, ByteBuffer piece) {
        file.read(offset, piece);
        if (piece.hasRemaining() || !file.status().version().equals(version)) {
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED, "the file changed at byte " + offset + " while it was sent");
        }
    }

    /** Breaks off an answer that cannot be completed: it ends without its last bytes, so that the caller sees it. */
    private static void breakOff(MoverException reason, HttpServletResponse response) throws IOException {
        if (!response.isCommitted()) {
            response.reset();
            throw reason;
        }
        LOG.warn("a download ends early: {}", reason.sentence());
        throw new CloseNowException(reason.sentence(), reason);
    }
}
