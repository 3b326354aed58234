package org.bdm.server.holding.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job left in a bucket, where an object has the time of its upload and not that of the file. */
class JobHoldingsInBucketTest {
    private static final ExportName IN = new ExportName("in");
    private static final StorePath ONE = StorePath.ofUtf8("tree/one.nc");
    private static final Instant UPLOADED = TestTree.MODIFIED.plusSeconds(86_400);

    @TempDir
    Path directory;

    private TestSite site;
    private JobId job;

    @BeforeEach
    void moveOneFile() {
        MemoryBucket bucket = new MemoryBucket(new TurnedClock());
        site = new TestSite(directory, new ObjectStore(bucket, "", true));
        site.sources.show("a", new TestTree().file("one.nc", 1));
        site.sessions.ends(entry -> {
            bucket.foreign(entry.destination().shown(), new byte[1]);
            return TestSessions.done(entry);
        });
        job = site.submitTree();
        site.start();
        site.ended(job);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void held(Checksum digest) {
        HoldingDigest read = new HoldingDigest(digest, DigestOrigin.READ, UPLOADED);
        Holding holding =
                new Holding(IN, ONE, null, 1, UPLOADED, HoldingState.VERIFIED, UPLOADED, List.of(read), 7, null, null);
        site.catalog.holdings().put(List.of(holding)).join();
    }

    private JobFact fact() {
        OwnSite own = new OwnSite(new SiteName("b"), new NodeId("a".repeat(64)), "127.0.0.1:1");
        List<JobFact> facts = new ArrayList<>();
        new JobHoldings(site.catalog, site.exports, own).forEachFact(job.toString(), facts::add);
        assertThat(facts).hasSize(1);
        return facts.get(0);
    }

    private Checksum computed() {
        return site.files(job).get(0).evidence().digest();
    }

    @Test
    void anObjectWithTheDigestOfTheJobIsWhatTheJobLeft() {
        held(computed());
        assertThat(fact().difference()).isNull();
    }

    @Test
    void anObjectWithAnotherDigestIsNot() {
        Checksum computed = computed();
        byte[] other = computed.value();
        other[0] ^= 1;
        held(new Checksum(computed.algorithm(), other));
        assertThat(fact().difference()).contains("another file has its name");
    }
}
