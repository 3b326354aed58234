package org.bdm.server.hook;

/** A delivery that did not arrive, or of which it is not known. Its message is a sentence for the person who made the hook. */
public final class HookFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says so. */
    public HookFailure(String sentence) {
        super(sentence);
    }

    /** Says so, because of this. */
    public HookFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
