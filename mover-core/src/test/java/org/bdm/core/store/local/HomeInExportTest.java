package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.HomeMark;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The home of a node holds secrets: below an export it does not exist. */
class HomeInExportTest {
    private Path home;
    private long nanoTime;
    private LocalStore store;

    @BeforeEach
    void openExport(@TempDir Path root) throws IOException {
        home = Files.createDirectories(root.resolve("a/home"));
        Files.writeString(home.resolve(HomeMark.NAME.shown()), HomeMark.CONTENT);
        Files.writeString(home.resolve("admin.token"), "secret");
        Files.createDirectories(home.resolve("catalog"));
        Files.writeString(home.resolve("catalog/catalog.mv.db"), "secret");
        Files.writeString(root.resolve("a/data.nc"), "data");
        HomesBelow homes = new HomesBelow(() -> nanoTime);
        store = LocalStore.openWritable(new ExportRoot(new ExportName("all"), root), null, homes);
    }

    @AfterEach
    void closeExport() {
        store.close();
    }

    private static StorePath path(String text) {
        return StorePath.ofUtf8(text);
    }

    @Test
    void whatIsInAHomeIsNotFoundAtAnyDepth() {
        for (String secret : new String[] {"a/home/admin.token", "a/home/catalog/catalog.mv.db"}) {
            assertThat(store.status(path(secret))).isEmpty();
            assertRefused(ErrorCode.SOURCE_NOT_FOUND, () -> store.open(path(secret)));
        }
        assertRefused(ErrorCode.SOURCE_NOT_FOUND, () -> store.list(path("a/home"), null, 10));
        assertRefused(ErrorCode.SOURCE_NOT_FOUND, () -> store.list(path("a/home/catalog"), null, 10));
    }

    @Test
    void aListingLeavesTheHomeOut() {
        assertThat(store.list(path("a"), null, 10).entries())
                .extracting(DirectoryEntry::name)
                .extracting(name -> name.shown())
                .containsExactly("data.nc");
    }

    @Test
    void nothingIsWrittenIntoAHome() {
        assertRefused(ErrorCode.INVALID_PATH, () -> store.makeDirectories(path("a/home/new"), 0755));
        assertRefused(ErrorCode.INVALID_PATH, () -> store.setDirectoryAttributes(path("a/home"), Instant.EPOCH, 0777));
        assertThat(home.resolve("new")).doesNotExist();
    }

    @Test
    void aDirectoryThatBecomesAHomeIsHiddenHalfASecondLater() throws IOException {
        Path later = Files.createDirectories(home.resolveSibling("later/deep"));
        Files.writeString(later.resolve("x"), "x");
        assertThat(store.status(path("a/later/deep/x"))).isPresent();
        Files.writeString(later.resolveSibling(HomeMark.NAME.shown()), HomeMark.CONTENT);
        nanoTime += HomesBelow.VALID_NANOS;
        assertThat(store.status(path("a/later/deep/x"))).isEmpty();
        assertThat(store.status(path("a/later"))).isEmpty();
    }

    @Test
    void looksBelowDoNotKeepADirectoryInViewThatHasBecomeAHome() throws IOException {
        Path later = Files.createDirectories(home.resolveSibling("later/deep/deeper"));
        Files.writeString(later.resolve("x"), "x");
        assertThat(store.status(path("a/later/x"))).isEmpty();
        Files.writeString(home.resolveSibling("later").resolve(HomeMark.NAME.shown()), HomeMark.CONTENT);
        nanoTime += HomesBelow.VALID_NANOS - 1;
        assertThat(store.status(path("a/later/deep/deeper/x"))).isPresent();
        nanoTime++;
        assertThat(store.status(path("a/later/deep/deeper/x"))).isEmpty();
    }

    @Test
    void aHomeIsNotThereAndItsNeighboursAre() {
        assertThat(store.status(path("a/home"))).isEmpty();
        assertThat(store.status(path("a/data.nc"))).isPresent();
        assertThat(store.status(path("a"))).isPresent();
    }

    @Test
    void nothingIsPlacedInAHome() {
        var area = store.workArea(new JobId(1));
        area.create("1-1.part").close();
        assertRefused(
                ErrorCode.INVALID_PATH, () -> area.place("1-1.part", path("a/home/admin.token"), PlaceMode.REPLACE));
    }

    @Test
    void anExportThatIsAHomeShowsNothing() throws IOException {
        try (LocalStore inside = LocalStore.openReadOnly(new ExportRoot(new ExportName("home"), home))) {
            assertThat(inside.status(path("admin.token"))).isEmpty();
        }
    }

    private static void assertRefused(ErrorCode code, Runnable act) {
        assertThatThrownBy(act::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    @Tag("A5")
    void aLinkThatAnotherProgramMadeLeadsIntoNoWorkArea() throws IOException {
        Path outer = home.getParent();
        Files.createDirectories(outer.resolve(".bdm/quarantine"));
        Files.writeString(outer.resolve(".bdm/quarantine/x"), "secret");
        Files.createSymbolicLink(outer.resolve("way"), Path.of(".bdm/quarantine"));
        Files.createSymbolicLink(outer.resolve("file"), Path.of("../a/.bdm/quarantine/x"));
        FollowingStore following = new FollowingStore(store, anywhere -> true);
        assertRefused(ErrorCode.LINK_DANGLING, () -> following.open(path("a/file")));
        assertRefused(ErrorCode.LINK_DANGLING, () -> following.open(path("a/way/x")));
        assertRefused(ErrorCode.LINK_DANGLING, () -> following.list(path("a/way"), null, 10));
        assertRefused(ErrorCode.PATH_BLOCKED, () -> store.makeDirectories(path("a/way/new"), 0755));
    }
}
