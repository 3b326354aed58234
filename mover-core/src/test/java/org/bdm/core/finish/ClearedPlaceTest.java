package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
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

    @Tag("T1")
    @Test
    void onlyAPlaceThatIsTakenIsClearedAndThenTheLinkIsPlaced() throws InterruptedException {
        open(places -> {
            cleared.addAll(places);
            for (StorePath place : places) {
                FileVersion there = store.status(place).orElseThrow().version();
                store.quarantine().keep(place, there, "kept");
            }
            return Map.of();
        });
        assertThat(linked(StorePath.ofUtf8("d/free"))).isInstanceOf(FinishResult.Placed.class);
        assertThat(cleared).isEmpty();
        assertThat(linked(LATEST)).isInstanceOf(FinishResult.Placed.class);
        assertThat(cleared).containsExactly(LATEST);
        assertThat(store.status(LATEST).orElseThrow().linkTarget()).isEqualTo(new byte[] {'v', '2'});
        assertThat(store.quarantine().names()).containsExactly("kept");
    }

    @Tag("T1")
    @Test
    void aPlaceThatCannotBeClearedKeepsWhatItHasAndSaysWhy() throws InterruptedException {
        MoverException why = new MoverException(ErrorCode.UNSUPPORTED, "in another file system");
        open(places -> Map.of(LATEST, why));
        assertThat(linked(LATEST))
                .isInstanceOfSatisfying(
                        FinishResult.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(why));
        assertThat(store.status(LATEST).orElseThrow().version().size()).isEqualTo(3);
    }
}
