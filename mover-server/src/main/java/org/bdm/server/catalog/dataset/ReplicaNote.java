package org.bdm.server.catalog.dataset;

/**
 * Why something was chosen, or what was found.
 *
 * @param code upper-case name
 * @param subject what it is about: a file name, a node, or empty for the whole dataset
 * @param text a sentence for a person
 */
public record ReplicaNote(Kind kind, String code, String subject, String text) {
    /** The kind of a note; stored by its order. */
    public enum Kind {
        /** One of several things was taken. */
        CHOICE,
        /** Indexes contradict each other, or say something that cannot be. */
        FINDING
    }
}
