package org.bdm.client;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.client.file.ByteSpan;
import org.bdm.client.file.FileContent;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * One file of a web server: of an export of a site that is served over HTTP, or of a data node. What is not the content is never taken for it: an
 * answer without an end, of another part, in another coding, or a page in its place.
 */
public final class RemoteFile {
    private static final Duration SILENCE_MAX = Duration.ofMinutes(10);
    private static final int HOPS_MAX = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int PAGE_BYTES = 256;
    private static final Pattern REPR_DIGEST = Pattern.compile("(?i)(?:^|[,\\s])sha-256=:([A-Za-z0-9+/=]{44}):");
    private static final Pattern DIGEST = Pattern.compile("(?i)(?:^|[,\\s])sha-256=([A-Za-z0-9+/=]{44})(?:$|[,\\s])");

    private final URI address;
    private final @Nullable String token;
    private final @Nullable Path certificateFile;

    /**
     * Names a file.
     *
     * @param address http or https, with its path encoded
     * @param token sent to that server alone; null for none
     * @param certificateFile PEM file with a certificate to trust; null trusts what Java trusts
     */
    public RemoteFile(URI address, @Nullable String token, @Nullable Path certificateFile) {
        this.address = address;
        this.token = token;
        this.certificateFile = certificateFile;
    }

    /** A file below a server: its path begins with a slash and is encoded. */
    public static RemoteFile at(ServerAddress server, String path) {
        return new RemoteFile(URI.create(server.base() + path), server.token(), server.certificateFile());
    }

    /**
     * Asks for the file, or for a part of it.
     *
     * @throws ServerRefusal if the server does not answer with just that
     * @throws ServerUnreachable if no answer came; reading the content throws it, too, when the answer is cut off
     */
    public FileContent open(@Nullable ByteSpan part) {
        URI place = address;
        for (int hop = 0; hop <= HOPS_MAX; hop++) {
            RestAnswer answer = ask(place, part);
            if (!REDIRECTS.contains(answer.status())) return content(place, part, answer);
            close(answer);
            place = next(place, answer.head().header("location"));
        }
        throw refused(place, "PROTOCOL_VIOLATION", 502, "is redirected more than " + HOPS_MAX + " times", null);
    }

    private RestAnswer ask(URI place, @Nullable ByteSpan part) {
        ServerAddress server = server(place);
        String query = place.getRawQuery() == null ? "" : "?" + place.getRawQuery();
        String path = place.getRawPath().isEmpty() ? "/" : place.getRawPath();
        RestRequest request = RestRequest.of("GET", path + query)
                .header("Accept", "*/*")
                .header("Accept-Encoding", "identity")
                .within(SILENCE_MAX);
        if (server.token() != null) request = request.header("Authorization", "Bearer " + server.token());
        request =
                part == null ? request.header("Want-Repr-Digest", "sha-256=1") : request.header("Range", part.header());
        try {
            return new ServerLinks(server).exchange(request);
        } catch (IOException e) {
            throw RestConnection.unreachable(server, e);
        }
    }

    private ServerAddress server(URI place) {
        boolean isFirst = place.getScheme().equalsIgnoreCase(address.getScheme())
                && place.getRawAuthority().equals(address.getRawAuthority());
        return new ServerAddress(
                URI.create(place.getScheme() + "://" + place.getRawAuthority()),
                isFirst ? token : null,
                certificateFile);
    }

    private static URI next(URI place, String location) {
        try {
            URI next = place.resolve(location);
            boolean isWeb =
                    next.getHost() != null && String.valueOf(next.getScheme()).matches("(?i)https?");
            boolean isLessSafe = place.getScheme().equalsIgnoreCase("https")
                    && !next.getScheme().equalsIgnoreCase("https");
            if (isWeb && !isLessSafe && !location.isEmpty()) return next;
        } catch (IllegalArgumentException e) {
            throw refused(place, "PROTOCOL_VIOLATION", 502, "is redirected to an invalid address", null);
        }
        throw refused(
                place, "PROTOCOL_VIOLATION", 502, "is redirected to '" + location + "', which is not followed", null);
    }

    private FileContent content(URI place, @Nullable ByteSpan part, RestAnswer answer) {
        int wanted = part == null ? 200 : 206;
        if (answer.status() != wanted) {
            try (InputStream body = answer.body()) {
                throw refusal(place, part, answer, body.readNBytes(1 << 16));
            } catch (IOException e) {
                throw RestConnection.unreachable(server(place), e);
            }
        }
        boolean isTaken = false;
        try {
            FileContent content = checked(place, part, answer);
            isTaken = true;
            return content;
        } finally {
            if (!isTaken) close(answer);
        }
    }

    private FileContent checked(URI place, @Nullable ByteSpan part, RestAnswer answer) {
        AnswerHead head = answer.head();
        String coding = head.header("content-encoding");
        if (!coding.isEmpty() && !coding.equalsIgnoreCase("identity"))
            throw refused(
                    place,
                    "PROTOCOL_VIOLATION",
                    502,
                    "comes in the coding '" + coding + "', which nobody asked for",
                    null);
        long length = length(place, head);
        if (length < 0 && !head.isChunked())
            throw refused(
                    place,
                    "PROTOCOL_VIOLATION",
                    502,
                    "comes without a length: whether all of it arrived cannot be known",
                    null);
        if (part != null) {
            long wanted = part.lengthIn(head.header("content-range"));
            if (wanted < 0 || (length >= 0 && length != wanted))
                throw refused(place, "PROTOCOL_VIOLATION", 502, "comes in another part than " + part.header(), null);
        }
        InputStream bytes = withoutPage(place, part, head, new LostBytes(server(place), answer.body()));
        return new FileContent(
                bytes, length, part == null ? digest(head) : null, head.header("bdm-site"), modified(head));
    }

    private static long length(URI place, AnswerHead head) {
        try {
            return head.length();
        } catch (IOException e) {
            throw refused(place, "PROTOCOL_VIOLATION", 502, "comes with an invalid length", null);
        }
    }

    /** Some servers call each range text/html, so that the first bytes decide. */
    private static InputStream withoutPage(URI place, @Nullable ByteSpan part, AnswerHead head, InputStream bytes) {
        boolean mayBePage = head.header("content-type").toLowerCase(Locale.ROOT).startsWith("text/html")
                && !place.getPath().matches("(?i).*\\.(html?|xml)")
                && (part == null || part.first() == 0);
        if (!mayBePage) return bytes;
        BufferedInputStream buffered = new BufferedInputStream(bytes, 1 << 16);
        try {
            buffered.mark(PAGE_BYTES);
            String begin = new String(buffered.readNBytes(PAGE_BYTES), StandardCharsets.ISO_8859_1);
            buffered.reset();
            if (begin.stripLeading().startsWith("<"))
                throw refused(
                        place,
                        "PROTOCOL_VIOLATION",
                        502,
                        "comes as a page of HTML, such as a login, in the place of the file",
                        null);
            return buffered;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Checksum digest(AnswerHead head) {
        for (Matcher told :
                List.of(REPR_DIGEST.matcher(head.header("repr-digest")), DIGEST.matcher(head.header("digest")))) {
            if (!told.find()) continue;
            byte[] value = Base64.getDecoder().decode(told.group(1));
            if (value.length == ChecksumAlgorithm.SHA256.lengthBytes())
                return new Checksum(ChecksumAlgorithm.SHA256, value);
        }
        return null;
    }

    private static long modified(AnswerHead head) {
        try {
            return ZonedDateTime.parse(head.header("last-modified"), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeException e) {
            return -1;
        }
    }

    private static ServerRefusal refusal(URI place, @Nullable ByteSpan part, RestAnswer answer, byte[] body) {
        Problem problem = Json.read(body, Json.type(Problem.class));
        if (problem != null && problem.code() != null && problem.detail() != null) return ServerRefusal.of(problem);
        return switch (answer.status()) {
            case 200 ->
                refused(place, "UNSUPPORTED", 502, "comes whole: this server serves no ranges", "Leave out --range.");
            case 202, 503 ->
                refused(
                        place,
                        "DATA_NODE_BUSY",
                        503,
                        "is not there yet (HTTP status " + answer.status()
                                + "): it may be on tape, or the server is busy",
                        "Try again later.");
            case 416 ->
                refused(
                        place,
                        "INVALID_REQUEST",
                        416,
                        "has no bytes in " + (part == null ? "it" : part.header()),
                        null);
            default ->
                refused(
                        place,
                        "HTTP_" + answer.status(),
                        answer.status(),
                        "is refused by its server: HTTP status " + answer.status(),
                        null);
        };
    }

    private static ServerRefusal refused(URI place, String code, int status, String what, @Nullable String advice) {
        return ServerRefusal.of(new Problem(null, null, status, place + " " + what, code, null, advice, List.of()));
    }

    private static void close(RestAnswer answer) {
        try {
            answer.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A content whose cut is told as that of its server, apart from faults of whoever the bytes are passed on to. Belongs to one thread. */
    private static final class LostBytes extends FilterInputStream {
        private final ServerAddress server;
        private long received;

        LostBytes(ServerAddress server, InputStream bytes) {
            super(bytes);
            this.server = server;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            try {
                int read = in.read(target, offset, length);
                if (read > 0) received += read;
                return read;
            } catch (IOException e) {
                throw ServerUnreachable.during(server.base(), received, e);
            }
        }
    }
}
