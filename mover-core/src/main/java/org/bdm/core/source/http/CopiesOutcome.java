package org.bdm.core.source.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.CopyTrouble;

/** Error for a file of which no copy is available: each copy with its reason, and the code that decides what is done. Pure. */
final class CopiesOutcome {
    private static final int COPIES_NAMED_MAX = 5;
    private static final int REASON_CHARS_MAX = 380; // an address of CMIP6 and a sentence

    private CopiesOutcome() {}

    static MoverException of(HttpFile file) {
        List<MoverException> reasons = new ArrayList<>();
        boolean isOfSize = false;
        boolean mayPass = false;
        List<String> others = new ArrayList<>(); // that can be asked, and were wrong
        for (HttpCopy copy : file.copies()) {
            Optional<String> node = copy.node().whyNotNow();
            Optional<CopyTrouble> trouble = copy.trouble();
            if (trouble.isPresent() && (copy.isOut() || node.isEmpty())) {
                MoverException reason = trouble.get().reason();
                boolean isSize = trouble.get().kind() == CopyTrouble.Kind.SIZE;
                reasons.add(reason);
                isOfSize |= isSize;
                mayPass |=
                        !isSize && reason.kind().isRetryable() && !copy.node().isDownForLong();
            } else if (node.isPresent()) {
                ErrorCode code =
                        copy.node().isBreakerOpen() ? ErrorCode.DATA_NODE_UNREACHABLE : ErrorCode.DATA_NODE_BUSY;
                reasons.add(new MoverException(code, copy.node().name() + " is not used until " + node.get()));
                mayPass |= !copy.node().isDownForLong();
            } else {
                file.trials().gave(copy.location()).ifPresent(found -> others.add(copy.location() + " gave " + found));
            }
        }
        // A listed size is a finding, not a proof: if no other copy can still come, the file is looked at again and its
        // digest decides.
        ErrorCode code = isOfSize && !mayPass ? ErrorCode.SOURCE_CHANGED : code(reasons);
        return new MoverException(code, text(file, reasons, others));
    }

    private static String text(HttpFile file, List<MoverException> reasons, List<String> others) {
        StringBuilder all = new StringBuilder("no copy of " + file.path() + " is available");
        for (int i = 0; i < Math.min(COPIES_NAMED_MAX, reasons.size()); i++) {
            all.append(i == 0 ? ": " : "; ").append(shortly(reasons.get(i).detail()));
        }
        if (reasons.size() > COPIES_NAMED_MAX)
            all.append("; and ").append(reasons.size() - COPIES_NAMED_MAX).append(" more");
        for (int i = 0; i < Math.min(COPIES_NAMED_MAX, others.size()); i++) {
            all.append(reasons.isEmpty() && i == 0 ? ": " : "; ").append(shortly(others.get(i)));
        }
        return all.toString();
    }

    private static ErrorCode code(List<MoverException> reasons) {
        return reasons.stream()
                .filter(reason -> reason.code() == ErrorCode.BEING_STAGED) // it will be there
                .findFirst()
                .or(() -> passing(reasons))
                .or(() -> reasons.stream()
                        .filter(reason -> reason.code() != ErrorCode.SOURCE_NOT_FOUND)
                        .findFirst())
                .or(() -> reasons.stream().findFirst())
                .map(MoverException::code)
                .orElse(ErrorCode.DATA_NODE_UNREACHABLE);
    }

    private static Optional<MoverException> passing(List<MoverException> reasons) {
        return reasons.stream()
                .filter(reason -> reason.kind().isRetryable() && reason.code() != ErrorCode.SOURCE_CHANGED)
                .findFirst();
    }

    private static String shortly(String detail) {
        return detail.length() <= REASON_CHARS_MAX ? detail : detail.substring(0, REASON_CHARS_MAX) + "..";
    }
}
