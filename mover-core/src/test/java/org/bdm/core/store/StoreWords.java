package org.bdm.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store for each test of the contract, and the words in which the tests speak of it. */
public abstract class StoreWords {
    /** A time that every file system keeps, with nanoseconds. */
    protected static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.123456789Z");

    protected static final JobId JOB = new JobId(7);

    private WritableStore store;

    /** A new empty store. */
    protected abstract WritableStore newStore() throws Exception;

    /** Ends what {@link #newStore} began. */
    protected abstract void closeStore(WritableStore store) throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = newStore();
    }

    @AfterEach
    void endStore() throws Exception {
        closeStore(store);
    }

    protected final WritableStore store() {
        return store;
    }

    protected static StorePath path(String text) {
        return StorePath.ofUtf8(text);
    }

    protected final WorkArea area() {
        return store.workArea(JOB);
    }

    protected static void write(WritableFile file, long offset, String text) {
        file.write(offset, ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    /** Makes a forced temporary file. */
    protected final void temporary(String name, String text) {
        try (WritableFile file = area().create(name)) {
            write(file, 0, text);
            file.setAttributes(LONG_AGO, 0640);
            file.force();
        }
    }

    protected final void put(String destination, String text) {
        put(path(destination), text);
    }

    /** Places a file, with the directories it needs. */
    protected final void put(StorePath destination, String text) {
        for (StorePath changed : store.makeDirectories(destination.parent(), 0755)) store.forceDirectory(changed);
        temporary("put", text);
        area().place("put", destination, PlaceMode.NEW);
        store.forceDirectory(destination.parent());
    }

    protected final String text(String file) {
        return text(path(file));
    }

    protected final String text(StorePath file) {
        try (ReadableFile opened = store.open(file)) {
            return text(opened);
        }
    }

    protected static String text(ReadableFile file) {
        ByteBuffer all = ByteBuffer.allocate((int) file.status().version().size());
        file.read(0, all);
        return UTF_8.decode(all.flip()).toString();
    }

    protected final List<String> names(String directory) {
        return store.list(path(directory), null, 1000).entries().stream()
                .map(entry -> entry.name().shown())
                .toList();
    }

    protected static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
    }

    /** The status of one entry, for tests of listings. */
    protected final Optional<DirectoryEntry> entry(String directory, String name) {
        return store.list(path(directory), null, 1000).entries().stream()
                .filter(entry -> entry.name().equals(FileName.ofUtf8(name)))
                .findFirst();
    }
}
