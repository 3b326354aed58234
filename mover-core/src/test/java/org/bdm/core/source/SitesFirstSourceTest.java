package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.Test;

/** Copies at sites and at data nodes: who is asked first, who next, and whose bytes were wrong. */
class SitesFirstSourceTest extends SitesFirstFixture {
    @Test
    void aFileThatIsHeldIsReadHereAndEndsWithTheVersionThatWasWanted() {
        opened();
        want(FIRST, HELD, NODE);

        assertThat(nodes.wanted).isEmpty();
        assertThat(here().wanted).singleElement().satisfies(wanted -> {
            assertThat(wanted.path()).isEqualTo(StorePath.ofUtf8("v1/tas.nc"));
            assertThat(wanted.expected()).isEqualTo(THERE);
            assertThat(wanted.ranges()).containsExactly(WHOLE);
        });
        block(here(), FIRST);
        here().listener.onItemEnded(FILE, FIRST, THERE, 0644);
        assertThat(heard.held).isEqualTo(100);
        assertThat(heard.moved).isZero();
        assertThat(heard.ended).containsExactly(LISTED);
    }

    @Test
    void aSmallFileThatMayComeInAPackIsAskedOfASiteAsItsRange() {
        opened();
        source.want(List.of(new WantedFile(FILE, FIRST, SHOWN, LISTED, List.of(), true, List.of(HELD, NODE))));

        assertThat(here().wanted).singleElement().satisfies(wanted -> {
            assertThat(wanted.ranges()).containsExactly(WHOLE);
            assertThat(wanted.packable()).isFalse();
        });
    }

    @Test
    void bytesOfAnotherSiteAreMoved() {
        opened();
        want(FIRST, PAIRED, NODE);
        block(there(), FIRST);

        assertThat(heard.moved).isEqualTo(100);
        assertThat(heard.held).isZero();
        assertThat(source.originsOf(FILE, FIRST)).containsExactly(new Origin("bdm://there/data", 100));
        assertThat(source.originsOf(FILE, new Epoch(2))).isEmpty();
    }

    @Test
    void whatASiteCannotGiveIsToldAsLostAndAskedOfTheNextPlace() {
        opened();
        want(FIRST, HELD, PAIRED, NODE);
        here().listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk"));
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, HELD, PAIRED, NODE);
        assertThat(there().wanted).hasSize(1);
        there().listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_NOT_FOUND, "gone"));
        want(FIRST, HELD, PAIRED, NODE);

        assertThat(nodes.wanted)
                .singleElement()
                .satisfies(wanted -> assertThat(wanted.expected()).isEqualTo(LISTED));
        assertThat(here().wanted).hasSize(1);
        assertThat(heard.failed).isEmpty();
    }

    @Test
    void aHeldFileOfAnotherSizeIsNotReadAtAll() {
        here().there = new FileVersion(99, Instant.EPOCH, Instant.EPOCH, 77);
        opened();
        want(FIRST, HELD, NODE);
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, HELD, NODE);

        assertThat(here().wanted).isEmpty();
        assertThat(nodes.wanted).hasSize(1);
    }

    @Test
    void aWrongDigestIsThatOfTheHeldFileAndThenDataNodesAreAsked() {
        opened();
        want(FIRST, HELD, NODE);
        block(here(), FIRST);

        assertThat(source.mistrust(FILE, FIRST, PUBLISHED, OTHER, 0))
                .isEqualTo(new DigestVerdict.Again(Optional.of(HELD.location())));
        want(new Epoch(2), HELD, NODE);
        assertThat(nodes.wanted).hasSize(1);
        assertThat(source.mistrust(FILE, new Epoch(2), PUBLISHED, OTHER, 1)).isEqualTo(nodes.verdict);
    }

    @Test
    void aWrongDigestOfBytesFromTwoPlacesBlamesNobody() {
        opened();
        want(FIRST, HELD, NODE);
        block(here(), FIRST);
        here().listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk"));
        want(FIRST, HELD, NODE);

        assertThat(source.mistrust(FILE, FIRST, PUBLISHED, OTHER, 0))
                .isEqualTo(new DigestVerdict.Again(Optional.empty()));
    }

    @Test
    void aCopyThatAnEarlierRunFoundWrongIsNotRead() {
        opened();
        want(FIRST, new Copy(HELD.location(), 0, Optional.of(OTHER)), NODE);

        assertThat(here().wanted).isEmpty();
        assertThat(nodes.wanted).hasSize(1);
    }

    @Test
    void aFileThatOnlySitesHaveFailsWithWhatTheySaid() {
        opened();
        want(FIRST, HELD);
        block(here(), FIRST);
        DigestVerdict verdict = source.mistrust(FILE, FIRST, PUBLISHED, OTHER, 0);
        assertThat(verdict).isInstanceOf(DigestVerdict.Wrong.class);
        assertThat(((DigestVerdict.Wrong) verdict).detail())
                .contains(HELD.location().toString(), OTHER.hex());
        want(new Epoch(2), HELD);

        assertThat(heard.failed)
                .singleElement()
                .satisfies(reason -> assertThat(reason.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH));
        assertThat(nodes.wanted).isEmpty();
    }

    @Test
    void aFileThatNoDataNodeHasFailsWithWhatEachSiteSaid() {
        here().there = null;
        there().opened = CompletableFuture.failedFuture(new MoverException(ErrorCode.NOT_ALLOWED, "no grant"));
        opened();
        want(FIRST, HELD, PAIRED);
        want(FIRST, HELD, PAIRED);

        assertThat(heard.failed).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ErrorCode.NOT_ALLOWED);
            assertThat(reason.detail()).contains(HELD.location() + " is not a file", "no grant");
        });
    }

    @Test
    void whetherAFileIsStillTheSameIsAskedWhereItIsRead() {
        opened();
        Optional<DirectoryEntry> known = source.statusOf(FILE, SHOWN, LISTED, List.of(HELD, NODE))
                .toCompletableFuture()
                .join();
        assertThat(known.orElseThrow().status().version()).isEqualTo(LISTED);
        assertThat(nodes.statuses).isZero();

        here().there = null;
        var unused = source.statusOf(FILE, SHOWN, LISTED, List.of(HELD, NODE))
                .toCompletableFuture()
                .join();
        assertThat(nodes.statuses).isEqualTo(1);
    }

    @Test
    void theLimitOfTheRateIsNotForWhatIsHere() {
        opened().limitRate(1000);
        want(FIRST, HELD, NODE);
        source.want(
                List.of(new WantedFile(new FileId(5), FIRST, SHOWN, LISTED, List.of(WHOLE), false, List.of(PAIRED))));

        assertThat(nodes.rate).isEqualTo(1000);
        assertThat(there().rate).isEqualTo(1000);
        assertThat(here().rate).isZero();
    }
}
