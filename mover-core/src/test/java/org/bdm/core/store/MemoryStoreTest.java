package org.bdm.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StoreCall.Kind;
import org.junit.jupiter.api.Test;

/** The store in memory keeps the contract of all stores, and loses and fails as it is told to. */
class MemoryStoreTest extends StoreContract {
    @Override
    protected WritableStore newStore() {
        return new MemoryStore();
    }

    @Override
    protected void closeStore(WritableStore store) {}

    private MemoryStore memory() {
        return (MemoryStore) store();
    }

    @Test
    void fileForcedAndPlacedInForcedDirectoriesSurvivesAPowerCut() {
        put("a/b/tas.nc", "temperature");

        memory().powerCut();

        assertThat(text("a/b/tas.nc")).isEqualTo("temperature");
        assertThat(store().status(path("a/b/tas.nc")).orElseThrow().version().modified())
                .isEqualTo(LONG_AGO);
    }

    @Test
    void fileIsGoneAfterAPowerCutIfItsDirectoryWasNotForced() {
        put("a/other", "x");
        temporary("part-1", "temperature");
        area().force();
        area().place("part-1", path("a/tas.nc"), PlaceMode.NEW);

        memory().powerCut();

        assertThat(names("a")).containsExactly("other");
        assertThat(area().names()).as("it is back under its temporary name").contains("part-1");
    }

    @Test
    void fileIsGoneAfterAPowerCutIfADirectoryAboveWasNotForced() {
        store().makeDirectories(path("a/b"), 0755);
        store().forceDirectory(path("a"));
        store().forceDirectory(path("a/b"));

        memory().powerCut();

        assertThat(store().status(path("a"))).isEmpty();
    }

    @Test
    void bytesAfterTheLastForceAreGoneAfterAPowerCut() {
        try (WritableFile file = area().create("part-1")) {
            write(file, 0, "durable");
            file.force();
            write(file, 0, "changed");
            write(file, 7, " and more");
        }
        area().force();

        memory().powerCut();

        try (WritableFile file = area().open("part-1").orElseThrow()) {
            ByteBuffer all = ByteBuffer.allocate(100);
            file.read(0, all);
            assertThat(UTF_8.decode(all.flip()).toString()).isEqualTo("durable");
        }
    }

    @Test
    void storesThatSkipForcesLoseFilesAtAPowerCut() {
        memory().faults().skipDataForces();
        put("a.nc", "lost");
        memory().powerCut();
        assertThat(store().status(path("a.nc")).orElseThrow().version().size()).isZero();

        memory().faults().skipDirectoryForces();
        put("b.nc", "lost");
        memory().powerCut();
        assertThat(store().status(path("b.nc"))).isEmpty();
    }

    @Test
    void nothingIsLostWhenOnlyTheProcessDies() {
        WritableFile file = area().create("part-1");
        write(file, 0, "in the page cache");

        memory().restart();

        assertFails(ErrorCode.INTERNAL, () -> write(file, 0, "x"));
        assertThat(area().open("part-1").orElseThrow().size()).isEqualTo(17);
        assertThat(store().makeDirectories(path("a"), 0755)).containsExactly(StorePath.ROOT);
    }

    @Test
    void aFailedForceIsFinalForThatFileAndItsBytesAreLost() {
        try (WritableFile file = area().create("part-1")) {
            write(file, 0, "lost");
            memory().faults().failNextForce();
            assertFails(ErrorCode.SYNC_FAILED, file::force);
            assertFails(ErrorCode.SYNC_FAILED, file::force);
            assertFails(ErrorCode.SYNC_FAILED, () -> write(file, 0, "x"));
        }
        assertFails(ErrorCode.SYNC_FAILED, () -> area().open("part-1"));
        assertFails(ErrorCode.SYNC_FAILED, () -> area().place("part-1", path("tas.nc"), PlaceMode.NEW));
        temporary("part-1", "a new inode is good again");
        area().place("part-1", path("tas.nc"), PlaceMode.NEW);
    }

    @Test
    void spaceEndsWhereToldAndIsTold() {
        memory().faults().spaceBytes(10);
        try (WritableFile file = area().create("part-1")) {
            write(file, 0, "12345678");
            assertFails(ErrorCode.NO_SPACE, () -> write(file, 8, "abc"));
            assertThat(store().freeBytes()).isEqualTo(2);
            memory().faults().spaceBytes(100);
            write(file, 8, "abc");
        }
    }

    @Test
    void readingFailsAtTheOffsetTold() {
        put("tas.nc", "0123456789");
        memory().faults().unreadable(path("tas.nc"), 5);
        try (ReadableFile file = store().open(path("tas.nc"))) {
            assertThat(file.read(0, ByteBuffer.allocate(5))).isEqualTo(5);
            assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(6)))
                    .isInstanceOf(MoverException.class)
                    .hasMessageContaining("offset 5");
            memory().faults().readable(path("tas.nc"));
            assertThat(file.read(0, ByteBuffer.allocate(6))).isEqualTo(6);
        }
    }

    @Test
    void flippedBitsAreRead() {
        put("tas.nc", "0123456789");
        memory().flipBit(path("tas.nc"), 0);
        assertThat(text("tas.nc")).isEqualTo("p123456789");
    }

    @Test
    void damageOfTheDeviceIsSeenByReadBackOnly() {
        try (WritableFile file = area().create("part-1")) {
            write(file, 0, "0123456789");
            file.force();
            memory().flipBitOnDevice(JOB, "part-1", 9);
            ByteBuffer cached = ByteBuffer.allocate(10);
            file.read(0, cached);
            assertThat(UTF_8.decode(cached.flip()).toString()).isEqualTo("0123456789");
            file.readBack(piece -> assertThat(UTF_8.decode(piece).toString()).isEqualTo("012345678y"));
        }
    }

    @Test
    void tellsTheOrderOfAllChanges() {
        put("a/tas.nc", "x");

        assertThat(memory().calls())
                .extracting(StoreCall::toString)
                .containsExactly(
                        "MAKE_DIRECTORIES /a",
                        "FORCE_DIRECTORY /",
                        "CREATE job-7/put",
                        "WRITE job-7/put",
                        "SET_ATTRIBUTES job-7/put",
                        "FORCE job-7/put",
                        "PLACE job-7/put -> /a/tas.nc",
                        "FORCE_DIRECTORY /a");
        assertThat(memory().calls(Kind.PLACE)).hasSize(1);
    }

    @Test
    void aCallThatTheHookEndsDoesNothing() {
        temporary("part-1", "x");
        memory().faults().beforeCall(call -> {
            if (call.kind() == Kind.PLACE) throw new IllegalStateException("killed");
        });

        assertThatThrownBy(() -> area().place("part-1", path("tas.nc"), PlaceMode.NEW))
                .hasMessage("killed");

        assertThat(area().names()).containsExactly("part-1");
    }
}
