package org.bdm.server.carrier;

/**
 * The word of a carrier about a task. Nothing follows from it but when to look at the files.
 *
 * @param says in a sentence, for people
 * @param bytes that it says it has moved
 * @param faults how often it says that something failed and is tried again; never falls while a task lasts
 */
record CarrierLook(Kind kind, String says, long bytes, long faults) {
    /** The next thing to do. */
    enum Kind {
        /** It works, or will. */
        UNDER_WAY,
        /** It waits for a tape. */
        TAPE,
        /** A person has to do something, which is said. */
        PERSON,
        /** It does nothing more, whatever came of it; also a task that nobody knows any more. */
        OVER
    }

    static CarrierLook over(String says) {
        return new CarrierLook(Kind.OVER, says, 0, 0);
    }
}
