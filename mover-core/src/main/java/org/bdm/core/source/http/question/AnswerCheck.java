package org.bdm.core.source.http.question;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble;

/** Checks that the head of an answer fits the request. Pure. */
public final class AnswerCheck {
    private static final int OK = 200;
    private static final int RANGE_REFUSED = 416;

    private AnswerCheck() {}

    /**
     * Why the body is not read; empty if it is what was asked for.
     *
     * @param asked empty for a file without bytes
     * @param fileBytes size that the whole file is expected to have
     */
    public static Optional<CopyTrouble> judge(Answer answer, URI location, Optional<ByteRange> asked, long fileBytes) {
        String path = location.getPath() == null ? "" : location.getPath().toLowerCase(Locale.ROOT);
        if (answer.isWebPage() && !path.endsWith(".html") && !path.endsWith(".htm")) {
            return notData(location + " sends a web page instead of the file, perhaps a login page");
        }
        if (answer.contentEncoding().isPresent()) {
            return notData(location + " sends the file encoded as "
                    + answer.contentEncoding().get() + ", which was not requested");
        }
        if (answer.sizeBytes() >= 0 && answer.sizeBytes() != fileBytes) {
            return Optional.of(CopyTrouble.ofSize(
                    location + " has " + answer.sizeBytes() + " bytes, expected " + fileBytes + " bytes",
                    answer.sizeBytes()));
        }
        if (answer.status() == RANGE_REFUSED) {
            return Optional.of(CopyTrouble.ofSize(location + " has no bytes in the range " + asked.orElse(null), -1));
        }
        if (answer.status() == OK) {
            boolean isWhole = asked.isEmpty() || asked.get().length() == fileBytes;
            return isWhole ? Optional.empty() : notData(location + " does not serve ranges");
        }
        ByteRange brought = answer.range();
        if (asked.isEmpty()
                || brought == null
                || brought.offset() != asked.get().offset()
                || !asked.get().covers(brought)) {
            return notData(location + " answers with the range " + brought + " instead of " + asked.orElse(null));
        }
        return Optional.empty();
    }

    private static Optional<CopyTrouble> notData(String detail) {
        return Optional.of(CopyTrouble.of(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, detail));
    }
}
