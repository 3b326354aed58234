package org.bdm.core.destination.object;

/** One thing that a store does as the protocol says, and that some stores do otherwise. */
public enum Manner {
    /** PutObject with If-None-Match is carried out where nothing is. */
    PUT_TAKES_CONDITION("takes conditions"),
    /** PutObject with If-None-Match refuses over an object. */
    PUT_REFUSES_EXISTING("put keeps existing objects"),
    /** Of two PutObject with If-None-Match at once, one is refused. */
    PUT_ONCE("put is atomic"),
    /** Complete with If-None-Match refuses over an object, and is carried out where nothing is. */
    COMPLETE_REFUSES_EXISTING("complete keeps existing objects"),
    /** Of two Complete with If-None-Match at once, one is refused. */
    COMPLETE_ONCE("complete is atomic"),
    /** Giving an upload up leaves the object that is there. */
    ABORT_KEEPS_OBJECT("abort keeps existing objects"),
    /** The ETag of an object that was put is its MD5. */
    ETAG_IS_MD5("ETag is MD5"),
    /** Parts are kept apart until the end, so that several may be sent at once. */
    PARTS_AT_ONCE("parts at once"),
    /** An object or a part with another SHA-256 than its request names is refused, and not kept. */
    REFUSES_WRONG_SHA256("refuses a wrong SHA-256"),
    /** DeleteObject with If-Match refuses over another object, and is carried out over the one that is meant. */
    DELETE_REFUSES_OTHER("delete keeps other objects");

    private final String shown;

    Manner(String shown) {
        this.shown = shown;
    }

    /** The words for people. */
    public String shown() {
        return shown;
    }
}
