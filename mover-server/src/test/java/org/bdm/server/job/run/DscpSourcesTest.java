package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.PassingSource;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.server.site.access.LinkReading;
import org.junit.jupiter.api.Test;

class DscpSourcesTest implements FetchListener {
    private final List<String> notes = new ArrayList<>();
    private final List<Dscp> used = new ArrayList<>();

    private void connect(Dscp dscp) {
        new DscpSources((site, export, job, prefixes, links) -> new OfOldSite(), dscp, this)
                .connect(
                        new SiteName("north"),
                        new ExportName("data"),
                        new JobId(1),
                        List.of(StorePath.ROOT),
                        LinkReading.AS_LINKS);
    }

    @Test
    void siteThatCannotSetTheClassIsNamedWithIt() {
        connect(Dscp.parse("LE"));
        assertThat(used).containsExactly(Dscp.parse("LE"));
        assertThat(notes)
                .containsExactly("DSCP: Packets from north do not have the DSCP LE: the version there cannot set it."
                        + " Packets from here to it have it.");
    }

    @Test
    void nothingIsSetByDefault() {
        connect(Dscp.DEFAULT);
        assertThat(used).isEmpty();
        assertThat(notes).isEmpty();
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
