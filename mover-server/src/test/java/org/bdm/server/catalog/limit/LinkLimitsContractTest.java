package org.bdm.server.catalog.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
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
class LinkLimitsContractTest {
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

    private LinkLimits limits() {
        return open.catalog.linkLimits();
    }

    @Test
    void whatAChangeLeavesOutStaysAndAllOfItOutlivesARestart() {
        long version = limits().version();
        limits().set(new LinkLimitChange("north", 200_000_000L, null, null, "shared line", "ana"))
                .join();
        limits().set(new LinkLimitChange("*", 5L, 6, null, null, "ana")).join();
        LinkLimit changed = limits().set(new LinkLimitChange("north", null, 4, null, null, "ben"))
                .join();
        open.reopen();

        assertThat(limits().find("north")).contains(changed);
        assertThat(changed.bytesPerSecondMax()).isEqualTo(200_000_000);
        assertThat(changed.streamsMax()).isEqualTo(4);
        assertThat(changed.note()).isEqualTo("shared line");
        assertThat(changed.changedBy()).isEqualTo("ben");
        assertThat(limits().all()).extracting(LinkLimit::source).containsExactly("*", "north");
        assertThat(limits().version()).isEqualTo(version + 3);

        LinkLimit removed = limits().set(new LinkLimitChange("north", 0L, null, null, "", "ben"))
                .join();
        assertThat(removed.bytesPerSecondMax()).isZero();
        assertThat(removed.streamsMax()).isEqualTo(4);
        assertThat(removed.note()).isEmpty();
    }

    @Test
    void aLimitThatIsRemovedIsGoneAndOnlyThatIsCounted() {
        limits().set(new LinkLimitChange("north", 1L, 2, null, null, "ana")).join();
        long version = limits().version();
        assertThat(limits().remove("south").join()).isFalse();
        assertThat(limits().version()).isEqualTo(version);
        assertThat(limits().remove("north").join()).isTrue();
        assertThat(limits().version()).isEqualTo(version + 1);
        assertThat(limits().all()).isEmpty();
    }

    @Test
    void aNodeHearsNothingOfItselfAndReplacesWhatItTold() {
        LinkUse use = new LinkUse(1, 7, "north", "data", true, 2, 17, 3, 4, Long.MAX_VALUE, 6);
        limits().tell(List.of(use, new LinkUse(1, 7, "north", "", false, 1, 4, 1, 1, 1, 1)));
        limits().tell(List.of(use));
        assertThat(limits().ofOthers(Duration.ofSeconds(10))).isEmpty();
    }
}
