package org.bdm.core.store;

/** Kinds of entries of a directory. The code is stable: wire and catalog use it. */
public enum FileKind {
    FILE(1),
    DIRECTORY(2),
    SYMBOLIC_LINK(3),
    /** FIFO, socket, device: never opened, never moved. */
    SPECIAL(4);

    private final int code;

    FileKind(int code) {
        this.code = code;
    }

    /** Stable number on the wire and in the catalog. */
    public int code() {
        return code;
    }

    /** The kind with this number. */
    public static FileKind ofCode(int code) {
        for (FileKind kind : values()) {
            if (kind.code == code) return kind;
        }
        throw new IllegalArgumentException("unknown code of a file kind: " + code);
    }
}
