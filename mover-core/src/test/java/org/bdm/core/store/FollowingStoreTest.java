package org.bdm.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.junit.jupiter.api.Test;

class FollowingStoreTest {
    private final MemoryStore tree = new MemoryStore();
    private final FollowingStore store = new FollowingStore(tree, path -> true);

    private static StorePath path(String text) {
        return StorePath.ofUtf8(text);
    }

    private void file(String path, String text) {
        StoreContent.put(tree, path, text.getBytes(UTF_8));
    }

    private void link(String path, String target) {
        tree.makeDirectories(path(path).parent(), 0755);
        tree.workArea(new JobId(1)).placeSymbolicLink(target.getBytes(UTF_8), path(path), PlaceMode.NEW);
    }

    private static String text(Store store, String path) {
        return text(store.open(path(path)));
    }

    private static String text(ReadableFile opened) {
        try (ReadableFile file = opened) {
            ByteBuffer bytes = ByteBuffer.allocate(100);
            file.read(0, bytes);
            return UTF_8.decode(bytes.flip()).toString();
        }
    }

    /** What a directory shows: the kind of each entry, or its error. */
    private static Map<String, String> shown(Store store, String directory) {
        Map<String, String> shown = new TreeMap<>();
        for (DirectoryEntry entry : store.list(path(directory), null, 100).entries()) {
            MoverException error = entry.error();
            FileStatus status = entry.status();
            shown.put(
                    entry.name().shown(),
                    error != null
                            ? error.code().name()
                            : status == null ? "nothing" : status.kind().name());
        }
        return shown;
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
    }

    @Test
    void aLinkToAFileIsThatFile() {
        file("v1/tas.nc", "bytes");
        link("latest.nc", "v1/../v1/./tas.nc");
        link("again/chain.nc", "../latest.nc");
        assertThat(text(store, "latest.nc")).isEqualTo("bytes");
        assertThat(text(store, "again/chain.nc")).isEqualTo("bytes");
        assertThat(store.status(path("latest.nc"))).isEqualTo(tree.status(path("v1/tas.nc")));
        assertThat(shown(store, "again")).containsExactly(Map.entry("chain.nc", "FILE"));
    }

    @Test
    void theWayNamesEveryLinkAndDirectoryThatHasToStay() {
        file("files/d1/tas.nc", "bytes");
        link("v1/tas.nc", "../files/d1/tas.nc");
        link("latest", "v1");
        assertThat(store.wayTo(path("latest/tas.nc")))
                .extracting(StorePath::shown)
                .containsExactlyInAnyOrder("latest", "v1", "v1/tas.nc", "files", "files/d1", "files/d1/tas.nc");
    }

    @Test
    void aLinkToADirectoryIsListedAsOne() {
        file("data/v2/deep/pr.nc", "rain");
        link("latest", "data/v2");
        assertThat(shown(store, "")).containsEntry("latest", "DIRECTORY");
        assertThat(shown(store, "latest")).containsExactly(Map.entry("deep", "DIRECTORY"));
        assertThat(text(store, "latest/deep/pr.nc")).isEqualTo("rain");
    }

    /** A tree that notes each batch that is opened in it. */
    private Store noting(List<List<StorePath>> batches) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, args) -> {
                    if (method.getName().equals("open") && args[0] instanceof List<?> files)
                        batches.add(files.stream().map(StorePath.class::cast).toList());
                    try {
                        return method.invoke(tree, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void aBatchIsOpenedAsOneAndALinkInItByItsWay() {
        file("a/one.nc", "1");
        link("a/two.nc", "../b/two.nc");
        file("b/two.nc", "2");
        file("a/three.nc", "3");
        List<List<StorePath>> batches = new ArrayList<>();
        List<StorePath> paths = List.of(path("a/one.nc"), path("a/two.nc"), path("a/gone.nc"), path("a/three.nc"));
        try (BatchOpen batch = new FollowingStore(noting(batches), path -> true).open(paths)) {
            assertThat(text(batch.next())).isEqualTo("1");
            assertThat(text(batch.next())).isEqualTo("2");
            assertFails(ErrorCode.SOURCE_NOT_FOUND, batch::next);
            assertThat(text(batch.next())).isEqualTo("3");
        }
        assertThat(batches).containsExactly(paths);
    }

    @Test
    void aLinkThatLeavesTheExportIsToldAndNeverOpened() {
        link("a/up", "../../outside");
        link("a/root", "/etc/passwd");
        link("a/byWayOfOutside", "../../a");
        assertThat(shown(store, "a").values()).containsOnly("LINK_LEAVES_TREE");
        assertFails(ErrorCode.LINK_LEAVES_TREE, () -> store.open(path("a/root")));
        assertFails(ErrorCode.LINK_LEAVES_TREE, () -> store.open(path("a/up/passwd")));
        assertFails(ErrorCode.LINK_LEAVES_TREE, () -> store.status(path("a/up")));
    }

    @Test
    void whatIsNotGrantedIsOutsideWhetherItIsThereOrNot() {
        file("open/mine.nc", "mine");
        file("closed/secret.nc", "secret");
        link("open/there", "../closed/secret.nc");
        link("open/missing", "../closed/missing.nc");
        link("open/directory", "../closed");
        link("open/fine", "../open/mine.nc");
        FollowingStore granted = new FollowingStore(tree, path -> path.startsWith(path("open")));
        assertThat(shown(granted, "open"))
                .containsEntry("there", "LINK_LEAVES_TREE")
                .containsEntry("missing", "LINK_LEAVES_TREE")
                .containsEntry("directory", "LINK_LEAVES_TREE")
                .containsEntry("fine", "FILE");
        assertFails(ErrorCode.LINK_LEAVES_TREE, () -> granted.open(path("open/directory/secret.nc")));
    }

    @Test
    void aLinkToNothingDangles() {
        file("a/file.nc", "x");
        link("a/gone", "missing.nc");
        link("a/behindAFile", "file.nc/more");
        assertThat(shown(store, "a"))
                .containsEntry("gone", "LINK_DANGLING")
                .containsEntry("behindAFile", "LINK_DANGLING");
        assertFails(ErrorCode.LINK_DANGLING, () -> store.status(path("a/gone")));
    }

    @Test
    void whatIsNotThereIsNoDanglingLink() {
        assertThat(store.status(path("nothing/at/all"))).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.list(path("nothing"), null, 10));
    }

    /** A check of many files in deep directories would look at each of these again for each file. */
    @Test
    void whereNoLinkIsOnTheWayItIsNotLookedAt() {
        file("a/b/file.nc", "x");
        tree.faults().hidden(path("a"), new MoverException(ErrorCode.SOURCE_UNREADABLE, "a was looked at"));
        assertThat(store.status(path("a/b/file.nc"))).isPresent();
        assertThat(store.status(path("a/b/other.nc"))).isEmpty();
        assertThat(text(store, "a/b/file.nc")).isEqualTo("x");
        assertThat(shown(store, "a/b")).containsEntry("file.nc", "FILE");
    }

    @Test
    void loopsEnd() {
        file("a/b/file.nc", "x");
        link("a/itself", "itself");
        link("a/one", "two");
        link("a/two", "one");
        link("a/here", ".");
        link("a/b/above", "../../a");
        assertThat(shown(store, "a"))
                .containsEntry("itself", "LINK_LOOP")
                .containsEntry("one", "LINK_LOOP")
                .containsEntry("here", "LINK_LOOP")
                .containsEntry("b", "DIRECTORY");
        assertThat(shown(store, "a/b")).containsEntry("above", "LINK_LOOP").containsEntry("file.nc", "FILE");
        assertFails(ErrorCode.LINK_LOOP, () -> store.open(path("a/b/above/b/file.nc")));
    }

    @Test
    void directoriesThatLinkToEachOtherAreWalkedOnce() {
        link("a/toB", "../b");
        link("b/toA", "../a");
        assertThat(shown(store, "a")).containsEntry("toB", "DIRECTORY");
        assertThat(shown(store, "a/toB")).containsEntry("toA", "LINK_LOOP");
    }
}
