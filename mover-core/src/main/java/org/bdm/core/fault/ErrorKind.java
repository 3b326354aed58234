package org.bdm.core.fault;

/** Classes of errors by what the program does about them. Every {@link ErrorCode} has exactly one kind. */
public enum ErrorKind {
    /** The request itself is wrong: never tried again. */
    BAD_REQUEST,
    /** Likely to pass: tried again later. */
    TRANSIENT,
    /** A limit is reached: tried again when load falls. */
    EXHAUSTED,
    /** Bytes are not what they should be: the block is moved again, from another replica if need be. */
    CORRUPTION,
    /** Only a person can mend it: the job pauses and says what to do, or the file fails with the reason. */
    NEEDS_PERSON,
    /** It may or may not have happened: look before repeating, delete nothing. */
    OUTCOME_UNKNOWN,
    /** The program is wrong: stop that work and report. */
    DEFECT;

    /** True when the same work may be tried again without anybody changing anything. */
    public boolean isRetryable() {
        return switch (this) {
            case TRANSIENT, EXHAUSTED, CORRUPTION -> true;
            case BAD_REQUEST, NEEDS_PERSON, OUTCOME_UNKNOWN, DEFECT -> false;
        };
    }
}
