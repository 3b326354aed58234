package org.bdm.core.serve;

import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.Failure;
import org.bdm.core.wire.WireLimits;

/** Errors as frames, with details of a length that the wire takes. */
final class FailureFrames {
    private static final int DETAIL_CHARACTERS_MAX = WireLimits.DETAIL_BYTES_MAX / 3; // at most 3 bytes each in UTF-8

    private FailureFrames() {}

    static Failure ofItem(ReadItem item, MoverException reason) {
        return Failure.of(Frame.Scope.FILE, item.request(), item.file(), item.epoch(), cut(reason));
    }

    static Failure ofRequest(RequestId request, MoverException reason) {
        return Failure.of(Frame.Scope.REQUEST, request, cut(reason));
    }

    /** Begin and end of a detail that is too long: what comes last often says most. */
    static String shortened(String detail) {
        if (detail.length() <= DETAIL_CHARACTERS_MAX) return detail;
        int half = DETAIL_CHARACTERS_MAX / 2 - 2;
        int begin = Character.isHighSurrogate(detail.charAt(half - 1)) ? half - 1 : half;
        int end = detail.length() - half;
        if (Character.isLowSurrogate(detail.charAt(end))) end++;
        return detail.substring(0, begin) + "..." + detail.substring(end);
    }

    private static MoverException cut(MoverException reason) {
        String detail = shortened(reason.detail());
        return detail.equals(reason.detail()) ? reason : new MoverException(reason.code(), detail, reason);
    }
}
