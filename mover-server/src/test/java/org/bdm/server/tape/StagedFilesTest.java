package org.bdm.server.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of a chunk that wait for tape, with a real catalog. */
class StagedFilesTest {
    private static final String ORIGIN = "https://tape.example";

    private final AtomicInteger reads = new AtomicInteger();
    private OpenCatalog open;
    private List<FileRow> rows;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
        ChunkLease lease = open.catalog
                .chunks()
                .leaseOf(activeJob(open.catalog, 3, 3), Duration.ofHours(10))
                .orElseThrow();
        rows = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10);
    }

    @AfterEach
    void close() {
        open.close();
    }

    private StagedFiles staged(Map<String, NodePolicy> settings) {
        NodePolicies policies = new NodePolicies(settings);
        TapeConnections connections = new TapeConnections(new AddressGuard(List.of()), policies::of, "bdm-test/1");
        TapeServices services = new TapeServices(connections, policies, open.clock);
        return StagedFiles.of(open.catalog.tapeRecalls(), services, open.clock);
    }

    private static Map<String, NodePolicy> tape() {
        return Map.of("tape.example", NodePolicy.NONE.tape(TapePolicy.USUAL.staging(Staging.TAPE_REST)));
    }

    private static String path(FileRow row) {
        return "/" + row.id().number() + ".nc";
    }

    private Map<FileId, FileTrouble> holds(StagedFiles staged) {
        return staged.holds(
                rows,
                row -> {
                    reads.incrementAndGet();
                    return List.of(new Copy(URI.create(ORIGIN + path(row)), 0));
                },
                node -> true);
    }

    @Test
    void copiesAreNotReadWhereNothingIsOnTape() {
        assertThat(holds(staged(Map.of()))).isEmpty();
        assertThat(reads).hasValue(0);
        assertThat(holds(staged(tape()))).hasSize(3);
        assertThat(reads).hasValue(3);
    }

    @Test
    void filesThatWaitAlreadyWriteNothing() {
        StagedFiles staged = staged(tape());
        holds(staged);
        long before = written();
        assertThat(holds(staged)).hasSize(3);
        assertThat(written()).isEqualTo(before);
    }

    private long written() {
        return open.database().read(sql -> sql.number("SELECT version FROM shared_version WHERE name = 'tape'"));
    }

    @Test
    void fileThatWaitsLongIsLookedAtEveryTwoHours() {
        StagedFiles staged = staged(tape());
        holds(staged);
        open.clock.turn(Duration.ofHours(20));
        assertThat(holds(staged).values())
                .allSatisfy(trouble -> assertThat(trouble.notBefore())
                        .isEqualTo(open.clock.instant().plus(Duration.ofHours(2))));
    }
}
