package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;

import java.time.Duration;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class HeldChunksContractTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void whoHoldsAChunkDoesNotClaimItAgainWhenAJumpOfTheClockMakesItsLeaseLookExpired() {
        JobId job = activeJob(open.catalog, 1, 3);
        Chunks chunks = open.catalog.chunks();
        ChunkLease held = chunks.leaseOf(job, LEASE, chunk -> false).orElseThrow();
        open.clock.turn(Duration.ofMinutes(31));
        assertThat(chunks.leaseOf(job, LEASE, chunk -> chunk == held.chunk())).isEmpty();
        ChunkLease renewed = chunks.heartbeat(held, LEASE).orElseThrow();
        assertThat(renewed.leaseNumber()).isEqualTo(held.leaseNumber());
        open.clock.turn(Duration.ofMinutes(31));
        assertThat(chunks.leaseOf(job, LEASE)).isPresent(); // who does not hold it takes it over
    }
}
