package org.bdm.core.wire;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;

/** Numbers of error kinds on the wire, and what stands for a code that this version does not know. */
final class ErrorNumbers {
    private ErrorNumbers() {}

    static int numberOf(ErrorKind kind) {
        return switch (kind) {
            case BAD_REQUEST -> 1;
            case TRANSIENT -> 2;
            case EXHAUSTED -> 3;
            case CORRUPTION -> 4;
            case NEEDS_PERSON -> 5;
            case OUTCOME_UNKNOWN -> 6;
            case DEFECT -> 7;
        };
    }

    /** A kind that this version does not know is treated as a defect: that work stops and is reported. */
    static ErrorKind kindOf(int number) {
        for (ErrorKind kind : ErrorKind.values()) {
            if (numberOf(kind) == number) return kind;
        }
        return ErrorKind.DEFECT;
    }

    static ErrorCode generalCode(ErrorKind kind) {
        return switch (kind) {
            case BAD_REQUEST -> ErrorCode.INVALID_REQUEST;
            case TRANSIENT -> ErrorCode.CONNECTION_LOST;
            case EXHAUSTED -> ErrorCode.TOO_MANY_REQUESTS;
            case CORRUPTION -> ErrorCode.BLOCK_CHECKSUM;
            case NEEDS_PERSON -> ErrorCode.SOURCE_UNREADABLE;
            case OUTCOME_UNKNOWN -> ErrorCode.OUTCOME_UNKNOWN;
            case DEFECT -> ErrorCode.INTERNAL;
        };
    }
}
