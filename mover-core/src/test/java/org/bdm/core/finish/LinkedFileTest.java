package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class LinkedFileTest extends FinishingFixture {
    /** A file that is there, as a store places one. */
    private FileVersion held(StorePath path) {
        finisher.finish(file(1, path));
        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        return store.status(path).orElseThrow().version();
    }

    private FileToLink link(int number, StorePath held, FileVersion verified, StorePath destination) {
        Evidence evidence = new Evidence(EvidenceLevel.PUBLISHED, sha256(CONTENT));
        return new FileToLink(new FileId(number), EPOCH, journal, held, verified, evidence, destination);
    }

    @Test
    void aFileThatIsHeldGetsASecondNameInTheSameSteps() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        finisher.link(link(2, held, verified, PATH));

        assertThat(level()).isEqualTo(EvidenceLevel.PUBLISHED);
        assertThat(store.status(PATH).orElseThrow().version().inode()).isEqualTo(verified.inode());
        assertThat(store.status(held)).isPresent();
        assertThat(area.names()).containsExactly("chunk-0.journal");
        assertThat(store.calls()).extracting(StoreCall::toString).contains("FORCE job-7/2-1.part");
        OrderOracle.check(store.calls());
    }

    @Test
    void aHeldFileThatIsNoLongerWhatWasVerifiedIsNotLinked() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion now = held(held);
        FileVersion before = new FileVersion(now.size(), now.modified().minusSeconds(1), now.changed(), now.inode());
        finisher.link(link(2, held, before, PATH));
        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(2)));

        FileVersion another = new FileVersion(now.size(), now.modified(), now.changed(), now.inode() + 1000);
        finisher.link(link(3, held, another, PATH));
        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(3)));
        finisher.link(link(4, StorePath.ofUtf8("a/v1/gone.nc"), now, PATH));
        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(4)));
        assertThat(store.status(PATH)).isEmpty();
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void aHeldFileThatIsOfflineIsNotReadAndNotLinked() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        store.faults().offline(held);
        finisher.link(link(2, held, verified, PATH));

        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(2)));
        assertThat(store.status(PATH)).isEmpty();
    }

    @Test
    void aHeldFileThatWasRewrittenWithItsTimeRestoredIsNotLinked() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        store.flipBit(held, 3);
        assertThat(store.status(held).orElseThrow().version().sameButForChangeTime(verified))
                .isTrue();
        finisher.link(link(2, held, verified, PATH));

        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(2)));
        assertThat(store.status(PATH)).isEmpty();
        assertThat(store.status(held)).isPresent();
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void aFileThatGotAnotherNameMeanwhileIsLinkedAllTheSame() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        finisher.link(link(2, held, verified, PATH));
        assertThat(level()).isEqualTo(EvidenceLevel.PUBLISHED);
        finisher.link(link(3, held, verified, StorePath.ofUtf8("a/v3/tas.nc")));
        assertThat(level()).isEqualTo(EvidenceLevel.PUBLISHED);
    }

    @Test
    void aSecondNameNeverTakesThePlaceOfAnotherFile() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        finisher.finish(file(2, PATH));
        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        finisher.link(link(3, held, verified, PATH));

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(store.status(PATH).orElseThrow().version().inode()).isNotEqualTo(verified.inode());
    }

    @Test
    void fileThatCannotBeLinkedIsMovedAndLeavesNoNameBehind() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        area.create("2-1.part").close(); // of an earlier run
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.LINK) throw new MoverException(ErrorCode.UNSUPPORTED, "link said EXDEV");
        });
        finisher.link(link(2, held, verified, PATH));

        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(2), Optional.of("link said EXDEV")));
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void linkThatADefectStopsHasAResultToo() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.LINK) throw new IllegalStateException("a defect");
        });
        finisher.link(link(2, held, verified, PATH));

        assertThat(result())
                .isInstanceOfSatisfying(
                        FinishResult.NotRecovered.class,
                        not -> assertThat(not.why().orElseThrow()).contains("a defect"));
    }

    @Test
    void heldFileThatIsReplacedInTheSameMomentIsNotLinked() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.LINK) return;
            area.create("other").close();
            area.place("other", held, PlaceMode.REPLACE);
        });
        finisher.link(link(2, held, verified, PATH));

        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(2)));
        assertThat(store.status(PATH)).isEmpty();
        assertThat(store.status(held)).as("theirs is left alone").isPresent();
        assertThat(area.names()).containsExactly("chunk-0.journal");
        assertThat(openTemporaries()).isEmpty();
    }

    @Test
    void heldFileThatCannotBeForcedGetsNoSecondName() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        store.faults().failNextForce();
        finisher.link(link(2, held, verified, PATH));

        FinishResult.Failed failed = failure();
        assertThat(failed.file()).isEqualTo(new FileId(2));
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.SYNC_FAILED);
        assertThat(store.status(PATH)).isEmpty();
        assertThat(store.status(held)).isPresent();
        assertThat(openTemporaries()).isEmpty();
    }
}
