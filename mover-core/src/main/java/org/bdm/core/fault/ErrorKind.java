package org.bdm.core.fault;

/** Classes of errors by what the program does about them. Every {@link ErrorCode} has exactly one kind. */
public enum ErrorKind {
    /** The request itself is wrong: never tried again. */
    BAD_REQUEST("never retried; the file, request or job fails"),
    /** Likely to pass: tried again later. */
    TRANSIENT("retried later"),
    /** A limit is reached: tried again when load falls. */
    EXHAUSTED("retried when load falls"),
    /** Bytes are not what they should be: the block is moved again, from another replica if need be. */
    CORRUPTION("the block or file is transferred again"),
    /** Only a person can mend it: the job pauses and says what to do, or the file fails with the reason. */
    NEEDS_PERSON("the job pauses, or the file fails with the reason"),
    /** It may or may not have happened: look before repeating, delete nothing. */
    OUTCOME_UNKNOWN("nothing is deleted; check before repeating"),
    /** The program is wrong: stop that work and report. */
    DEFECT(
            "the work stops and is reported; a job fails if every try meets the defect. One stream of a session that ends with it is replaced, the second"
                    + " fails the files of that source");

    private final String consequence;

    ErrorKind(String consequence) {
        this.consequence = consequence;
    }

    /** Returns what the program does about such an error, for people; no full stop at its end. */
    public String consequence() {
        return consequence;
    }

    /** True when the same work may be tried again without anybody changing anything. */
    public boolean isRetryable() {
        return switch (this) {
            case TRANSIENT, EXHAUSTED, CORRUPTION -> true;
            case BAD_REQUEST, NEEDS_PERSON, OUTCOME_UNKNOWN, DEFECT -> false;
        };
    }
}
