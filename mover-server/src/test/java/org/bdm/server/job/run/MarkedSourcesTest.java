package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.Scitag;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.PassingSource;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.PinnedWorkers;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.site.access.LinkReading;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MarkedSourcesTest implements FetchListener {
    private final List<String> notes = new ArrayList<>();
    private final List<Dscp> used = new ArrayList<>();
    private final List<Scitag> tags = new ArrayList<>();

    private static TransferOptions options(Dscp dscp, @Nullable Scitag scitag) {
        return new TransferOptions(
                TransferOptions.ConflictPolicy.SKIP,
                TransferOptions.VerifyMode.STREAM,
                ChecksumAlgorithm.SHA256,
                0644,
                0755,
                ModePolicy.GIVEN,
                0,
                PinnedWorkers.NONE,
                dscp,
                scitag);
    }

    private MarkedSources sources(Dscp dscp, @Nullable Scitag scitag) {
        return new MarkedSources((site, export, job, prefixes, links) -> new OfOldSite(), options(dscp, scitag), this);
    }

    private void connect(Dscp dscp, @Nullable Scitag scitag) {
        sources(dscp, scitag)
                .connect(
                        new SiteName("north"),
                        new ExportName("data"),
                        new JobId(1),
                        List.of(StorePath.ROOT),
                        LinkReading.AS_LINKS);
    }

    @Test
    void siteThatCannotSetTheClassIsNamedWithIt() {
        connect(Dscp.parse("LE"), null);
        assertThat(used).containsExactly(Dscp.parse("LE"));
        assertThat(notes)
                .containsExactly("DSCP: Packets from north do not have the DSCP LE: the version there cannot set it."
                        + " Packets from here to it have it.");
    }

    @Test
    void nothingIsSetByDefault() {
        connect(Dscp.DEFAULT, null);
        sources(Dscp.DEFAULT, null).noteDataNodes();
        assertThat(used).isEmpty();
        assertThat(tags).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void streamsToSitesHaveTheTagOfTheJobAndConnectionsToDataNodesAreNamed() {
        connect(Dscp.DEFAULT, new Scitag(66));
        assertThat(tags).containsExactly(new Scitag(66));
        assertThat(notes).isEmpty();
        sources(Dscp.DEFAULT, new Scitag(66)).noteDataNodes();
        assertThat(notes)
                .containsExactly("SCITAG: Networks are not told of connections to data nodes:"
                        + " a SciTag is for streams between sites only.");
    }

    private final class OfOldSite extends PassingSource {
        OfOldSite() {
            super(null);
        }

        @Override
        public void useDscp(Dscp dscp, Runnable onOneSided) {
            used.add(dscp);
            onOneSided.run();
        }

        @Override
        public void useScitag(Scitag scitag) {
            tags.add(scitag);
        }
    }

    @Override
    public void onNote(String code, String sentence) {
        notes.add(code + ": " + sentence);
    }

    @Override
    public void onOutcomes(int chunk, List<FileOutcome> outcomes) {}

    @Override
    public void onChunkEnded(int chunk) {}

    @Override
    public void onWantsMore() {}

    @Override
    public void onBlocked(MoverException reason) {}

    @Override
    public void onSourceLost(MoverException reason) {}
}
