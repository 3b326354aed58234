package org.bdm.core.source.http.question;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble;

/** Checks that the head of an answer fits the request. A published digest outranks all but the size. Pure. */
public final class AnswerCheck {
    private static final int OK = 200;
    private static final int RANGE_REFUSED = 416;

    /** Suffixes of names of files whose bytes are encoded so. */
    private static final Map<String, List<String>> SUFFIXES = Map.of(
            "gzip", List.of(".gz", ".tgz", ".svgz"),
            "bzip2", List.of(".bz2", ".tbz", ".tbz2"),
            "compress", List.of(".z"),
            "xz", List.of(".xz", ".txz"),
            "zstd", List.of(".zst", ".tzst"),
            "br", List.of(".br"));

    private AnswerCheck() {}

    /**
     * Why the body is not read; empty if it is what was asked for, or the whole where a part was asked for.
     *
     * @param asked empty for a file without bytes
     */
    public static Optional<CopyTrouble> judge(Answer answer, URI location, Optional<ByteRange> asked, Trust trust) {
        long fileBytes = trust.fileBytes();
        boolean isSizeKnown = answer.sizeBytes() >= 0;
        boolean isSame = answer.sizeBytes() == fileBytes;
        if (isPage(answer, location) && isSizeKnown && !isSame) {
            return notData(location + " sends a web page instead of the file, perhaps a login page");
        }
        Optional<String> encoding = answer.contentEncoding()
                .filter(coding -> !isOfName(coding, location) && !(trust.isVouched() && isSame));
        if (encoding.isPresent()) {
            return notData(location + " sends the file encoded as " + encoding.get() + ", which was not requested");
        }
        boolean isTaken = isSame || (trust.isOfListedSize() && answer.sizeBytes() > fileBytes);
        if (isSizeKnown && !isTaken) return Optional.of(ofSize(answer, location, fileBytes));
        if (answer.status() == OK) return Optional.empty();
        boolean isPart = asked.isPresent() && asked.get().length() < fileBytes;
        Optional<String> wrong = wrongRange(answer, location, asked, isPart);
        if (wrong.isEmpty()) return Optional.empty();
        return isPart
                ? Optional.of(CopyTrouble.of(CopyTrouble.Kind.PARTS, ErrorCode.NOT_DATA, wrong.get()))
                : notData(wrong.get());
    }

    private static Optional<String> wrongRange(Answer answer, URI location, Optional<ByteRange> asked, boolean isPart) {
        if (answer.status() == RANGE_REFUSED)
            return Optional.of(location + " has no bytes in the range " + asked.orElse(null));
        ByteRange brought = answer.range();
        boolean isRight = asked.isPresent()
                && brought != null
                && brought.offset() == asked.get().offset()
                && (isPart ? asked.get().covers(brought) : brought.equals(asked.get()));
        return isRight
                ? Optional.empty()
                : Optional.of(location + " answers with the range " + brought + " instead of " + asked.orElse(null));
    }

    /** True when an answer says that it is a page, of a file that is not named like one. */
    public static boolean isPage(Answer answer, URI location) {
        String path = pathOf(location);
        return answer.isWebPage() && !path.endsWith(".html") && !path.endsWith(".htm");
    }

    private static CopyTrouble ofSize(Answer answer, URI location, long fileBytes) {
        if (answer.sizeBytes() == 0) { // of a proxy, or of a disk that is away: it says nothing about the file yet
            return CopyTrouble.of(
                    CopyTrouble.Kind.FILE,
                    ErrorCode.CONNECTION_LOST,
                    location + " answers with 0 bytes, expected " + fileBytes + " bytes");
        }
        return CopyTrouble.ofSize(
                location + " has " + answer.sizeBytes() + " bytes, expected " + fileBytes + " bytes",
                answer.sizeBytes());
    }

    /** True when the name says that the bytes of the file itself are encoded so. */
    private static boolean isOfName(String coding, URI location) {
        String lower = coding.toLowerCase(Locale.ROOT);
        String path = pathOf(location);
        return SUFFIXES.getOrDefault(lower.startsWith("x-") ? lower.substring(2) : lower, List.of()).stream()
                .anyMatch(path::endsWith);
    }

    private static String pathOf(URI location) {
        return location.getPath() == null ? "" : location.getPath().toLowerCase(Locale.ROOT);
    }

    private static Optional<CopyTrouble> notData(String detail) {
        return Optional.of(CopyTrouble.of(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, detail));
    }
}
