package org.bdm.core.s3;

/** An object that was asked for, and whose answer may be on its way. Belongs to one thread at a time; close it if its body is not taken. */
public interface AskedObject extends AutoCloseable {
    /** Waits for the answer, as {@link Bucket#read} does; once. The caller closes it. */
    ObjectBody body();

    /** Gives up what was not taken. */
    @Override
    void close();
}
