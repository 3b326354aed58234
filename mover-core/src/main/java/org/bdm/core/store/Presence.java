package org.bdm.core.store;

/** The place of the bytes of a file, as its {@link Hsm} says. */
public enum Presence {
    /** Reading it reads a disk. */
    ON_DISK,
    /** Its bytes are elsewhere, on tape for example: whoever reads it makes the file system bring them. */
    OFFLINE,
    /** The HSM did not say. It is not read either, since nobody knows what reading it would set off. */
    UNKNOWN
}
