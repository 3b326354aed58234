package org.bdm.core.wire;

import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.wire.Frame.Scope;

/**
 * ERROR; request, file and epoch are in the header, 0 for none.
 *
 * <pre>
 *  ERROR  scope u8 | code u16 | kind u8 | retry after u32 ms | detail u16+n
 * </pre>
 */
final class FailureCodec {
    private FailureCodec() {}

    static void failure(Frame.Failure failure, FieldWriter out) {
        out.u8(scopeNumber(failure.scope()));
        out.u16(failure.code().map(ErrorCode::number).orElse(0)).u8(ErrorNumbers.numberOf(failure.kind()));
        out.i32(failure.retryAfterMillis()).detail(failure.detail());
    }

    static Frame failure(FrameHeader header, FieldReader in) {
        Scope scope = scope(in);
        Optional<ErrorCode> code = ErrorCode.ofNumber(in.u16("code"));
        ErrorKind kind = in.errorKind();
        int retryAfterMillis = in.number("retry after", 0, Integer.MAX_VALUE);
        return new Frame.Failure(
                scope,
                header.requestId(),
                header.file() == 0 ? null : new FileId(header.file()),
                header.epoch() == 0 ? null : new Epoch(header.epoch()),
                code,
                code.map(ErrorCode::kind).orElse(kind),
                retryAfterMillis,
                in.detail("detail"));
    }

    private static int scopeNumber(Scope scope) {
        return switch (scope) {
            case BLOCK -> 1;
            case FILE -> 2;
            case REQUEST -> 3;
            case STREAM -> 4;
            case SESSION -> 5;
        };
    }

    private static Scope scope(FieldReader in) {
        int number = in.u8("scope");
        return switch (number) {
            case 1 -> Scope.BLOCK;
            case 2 -> Scope.FILE;
            case 3 -> Scope.REQUEST;
            case 4 -> Scope.STREAM;
            case 5 -> Scope.SESSION;
            default -> throw in.violation("scope is " + number);
        };
    }
}
