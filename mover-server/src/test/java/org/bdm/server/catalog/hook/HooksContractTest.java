package org.bdm.server.catalog.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.failure;

import java.time.Instant;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
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
class HooksContractTest {
    private static final Instant NOW = Instant.parse("2026-11-25T16:00:00Z");

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

    private Hooks hooks() {
        return open.catalog.hooks();
    }

    private static Hook hook(String name) {
        return new Hook(
                name,
                "https://flow.example.org/bdm",
                Set.of("FAILED", "SUCCEEDED"),
                "tas",
                "secret",
                "ann",
                NOW,
                new Hook.Progress(99, null, 0, null, null, null, ""));
    }

    @Test
    void newHookIsToldOfWhatHappensFromNowOnAndOutlivesARestart() {
        long before =
                open.catalog.events().add(null, "EARLIER", "x", "{}").join().number();
        hooks().add(hook("night")).join();
        open.reopen();
        Hook kept = hooks().find("night").orElseThrow();
        assertThat(kept.progress()).isEqualTo(new Hook.Progress(before, null, 0, null, null, null, ""));
        assertThat(kept.events()).containsExactlyInAnyOrder("FAILED", "SUCCEEDED");
        assertThat(kept.labelStart()).isEqualTo("tas");
        assertThat(kept.secret()).isEqualTo("secret");
        assertThat(kept.createdAt()).isEqualTo(NOW);
        assertThat(kept.wants("FAILED")).isTrue();
        assertThat(kept.wants("PAUSED")).isFalse();
    }

    @Test
    void deliveryEndsTheFailuresBeforeIt() {
        hooks().add(hook("night")).join();
        hooks().failed("night", NOW, NOW.plusSeconds(10), "it answered 500").join();
        hooks().failed("night", NOW.plusSeconds(10), NOW.plusSeconds(30), "x".repeat(2000))
                .join();
        Hook.Progress failing = hooks().find("night").orElseThrow().progress();
        assertThat(failing.failures()).isEqualTo(2);
        assertThat(failing.failingSince()).isEqualTo(NOW);
        assertThat(failing.nextAt()).isEqualTo(NOW.plusSeconds(30));
        assertThat(failing.failure()).hasSize(1000);
        hooks().delivered("night", 7, NOW.plusSeconds(31)).join();
        hooks().delivered("night", 9, null).join();
        assertThat(hooks().find("night").orElseThrow().progress())
                .isEqualTo(new Hook.Progress(9, NOW.plusSeconds(31), 0, null, NOW.plusSeconds(10), null, ""));
    }

    @Test
    void nameIsGivenOnceAndFreeAgainAfterRemoval() {
        hooks().add(hook("night")).join();
        assertThat(failure(hooks().add(hook("night"))).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(hooks().remove("night").join()).isTrue();
        assertThat(hooks().remove("night").join()).isFalse();
        assertThat(hooks().delivered("night", 7, NOW).join()).isZero();
        hooks().add(hook("night")).join();
        assertThat(hooks().all()).hasSize(1);
    }
}
