package org.bdm.core.source.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** What is said of a file when none of its copies can be had: each copy with its reason, and the code that decides what is done. Pure. */
final class CopiesOutcome {
    private static final int COPIES_NAMED_MAX = 5;
    private static final int REASON_CHARS_MAX = 380; // an address of CMIP6 and a sentence

    private CopiesOutcome() {}

    static MoverException of(HttpFile file) {
        List<MoverException> reasons = new ArrayList<>();
        boolean isOfSize = false;
        for (HttpCopy copy : file.copies()) {
            Optional<String> node = copy.node().whyNotNow();
            Optional<CopyTrouble> trouble = copy.trouble();
            if (trouble.isPresent() && (copy.isOut() || node.isEmpty())) {
                reasons.add(trouble.get().reason());
                isOfSize |= trouble.get().kind() == CopyTrouble.Kind.SIZE;
            } else if (node.isPresent()) {
                ErrorCode code =
                        copy.node().isBreakerOpen() ? ErrorCode.DATA_NODE_UNREACHABLE : ErrorCode.DATA_NODE_BUSY;
                reasons.add(new MoverException(code, copy.node().name() + " is left alone until " + node.get()));
            }
        }
        StringBuilder all = new StringBuilder("no copy of " + file.path() + " can be had");
        for (int i = 0; i < Math.min(COPIES_NAMED_MAX, reasons.size()); i++) {
            all.append(i == 0 ? ": " : "; ").append(shortly(reasons.get(i).detail()));
        }
        if (reasons.size() > COPIES_NAMED_MAX)
            all.append("; and ").append(reasons.size() - COPIES_NAMED_MAX).append(" more");
        // A listed size is a finding, not a proof: the file is looked at again and its digest decides.
        return new MoverException(isOfSize ? ErrorCode.SOURCE_CHANGED : code(reasons), all.toString());
    }

    private static ErrorCode code(List<MoverException> reasons) {
        return reasons.stream()
                .filter(reason -> reason.kind().isRetryable())
                .findFirst()
                .or(() -> reasons.stream()
                        .filter(reason -> reason.code() != ErrorCode.SOURCE_NOT_FOUND)
                        .findFirst())
                .or(() -> reasons.stream().findFirst())
                .map(MoverException::code)
                .orElse(ErrorCode.DATA_NODE_UNREACHABLE);
    }

    private static String shortly(String detail) {
        return detail.length() <= REASON_CHARS_MAX ? detail : detail.substring(0, REASON_CHARS_MAX) + "..";
    }
}
