package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A place that something else has is cleared first, if the job keeps what it replaces. */
class ClearedPlaceTest {
    private static final StorePath LATEST = StorePath.ofUtf8("d/latest");

    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(new JobId(1));
    private final LinkedBlockingQueue<FinishResult> results = new LinkedBlockingQueue<>();
    private final List<StorePath> cleared = new ArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private MoverException unrecorded;
    private OrderedFileFinisher finisher;

    private void open(PlaceClearing clearing) {
        finisher = new OrderedFileFinisher(
                store, area, new FinishOptions(false, PlaceMode.NEW, 0755, clearing), results::addAll);
        store.makeDirectories(LATEST.parent(), 0755);
        try (WritableFile file = area.create("old")) {
            file.write(0, ByteBuffer.allocate(3));
            file.force();
        }
        area.place("old", LATEST, PlaceMode.NEW);
    }

    @AfterEach
    void close() {
        finisher.close();
    }

    private FinishResult linked(StorePath path) throws InterruptedException {
        finisher.placeSymbolicLink(new FileId(1), new byte[] {'v', '2'}, path, ChunkRight.endless(0));
        FinishResult result = results.poll(10, TimeUnit.SECONDS);
        assertThat(result).isNotNull();
        return result;
    }

    /** Gives what is there a second name, or moves it away where the store makes none. */
    private PlaceClearing.Cleared kept(List<StorePath> places) {
        cleared.addAll(places);
        Map<StorePath, FileVersion> replaceable = new HashMap<>();
        for (StorePath place : places) {
            FileVersion there = store.status(place).orElseThrow().version();
            if (store.quarantine().link(place, there, "kept")) replaceable.put(place, there);
            else store.quarantine().keep(place, there, "kept");
        }
        return cleared(Map.of(), replaceable);
    }

    private PlaceClearing.Cleared cleared(
            Map<StorePath, MoverException> staying, Map<StorePath, FileVersion> replaceable) {
        return new PlaceClearing.Cleared() {
            @Override
            public Map<StorePath, MoverException> staying() {
                return staying;
            }

            @Override
            public Map<StorePath, FileVersion> replaceable() {
                return replaceable;
            }

            @Override
            public void close() {
                ended.incrementAndGet();
                if (unrecorded != null) throw unrecorded;
            }
        };
    }

    private static final class Watch implements Consumer<StoreCall> {
        private final MemoryStore store;
        private final List<String> empty = new ArrayList<>();

        Watch(MemoryStore store) {
            this.store = store;
            store.faults().beforeCall(this);
        }

        @Override
        public void accept(StoreCall call) {
            if (store.status(LATEST).isEmpty()) empty.add(call.toString());
        }
    }

    @Tag("T1")
    @Test
    void onlyAPlaceThatIsTakenIsClearedAndAtNoMomentNothingIsThere() throws InterruptedException {
        open(this::kept);
        Watch watch = new Watch(store);
        assertThat(linked(StorePath.ofUtf8("d/free"))).isInstanceOf(FinishResult.Placed.class);
        assertThat(cleared).isEmpty();
        assertThat(linked(LATEST)).isInstanceOf(FinishResult.Placed.class);
        assertThat(cleared).containsExactly(LATEST);
        assertThat(ended).hasValue(1);
        assertThat(store.status(LATEST).orElseThrow().linkTarget()).isEqualTo(new byte[] {'v', '2'});
        assertThat(store.quarantine().names()).containsExactly("kept");
        assertThat(watch.empty).isEmpty();
    }

    @Tag("T1")
    @Test
    void whereAFileCanHaveNoSecondNameItIsMovedAwayFirst() throws InterruptedException {
        store.faults().makesNoLinks();
        open(this::kept);
        assertThat(linked(LATEST)).isInstanceOf(FinishResult.Placed.class);
        assertThat(store.quarantine().names()).containsExactly("kept");
        assertThat(store.status(LATEST).orElseThrow().linkTarget()).isEqualTo(new byte[] {'v', '2'});
    }

    @Tag("T1")
    @Test
    void aFileThatIsNoLongerWhatWasKeptIsNotReplaced() throws InterruptedException {
        open(places -> {
            PlaceClearing.Cleared cleared = kept(places);
            try (WritableFile file = area.create("other")) {
                file.write(0, ByteBuffer.allocate(7));
                file.force();
            }
            area.place("other", LATEST, PlaceMode.REPLACE);
            return cleared;
        });
        assertThat(linked(LATEST))
                .isInstanceOfSatisfying(
                        FinishResult.Failed.class,
                        failed -> assertThat(failed.reason().code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
        assertThat(store.status(LATEST).orElseThrow().version().size()).isEqualTo(7);
        assertThat(ended).hasValue(1);
    }

    @Tag("T1")
    @Test
    void aReplacementThatCannotBeRecordedIsAFailureOfTheFile() throws InterruptedException {
        unrecorded = new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "no");
        open(this::kept);
        assertThat(linked(LATEST))
                .isInstanceOfSatisfying(
                        FinishResult.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(unrecorded));
        assertThat(linked(StorePath.ofUtf8("d/free"))).isInstanceOf(FinishResult.Placed.class);
    }

    @Tag("T1")
    @Test
    void aPlaceThatCannotBeClearedKeepsWhatItHasAndSaysWhy() throws InterruptedException {
        MoverException why = new MoverException(ErrorCode.UNSUPPORTED, "in another file system");
        open(places -> cleared(Map.of(LATEST, why), Map.of()));
        assertThat(linked(LATEST))
                .isInstanceOfSatisfying(
                        FinishResult.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(why));
        assertThat(store.status(LATEST).orElseThrow().version().size()).isEqualTo(3);
        assertThat(ended).hasValue(1);
    }
}
