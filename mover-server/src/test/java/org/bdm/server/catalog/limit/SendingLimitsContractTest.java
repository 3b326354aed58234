package org.bdm.server.catalog.limit;

import static org.assertj.core.api.Assertions.assertThat;

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
class SendingLimitsContractTest {
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

    private SendingLimits limits() {
        return open.catalog.sendingLimits();
    }

    @Test
    void whatAChangeLeavesOutStaysAndAllOfItOutlivesARestart() {
        limits().set("there", 5L, "shared line", "ana").join();
        limits().set("*", 9L, null, "ana").join();
        SendingLimit changed = limits().set("there", 7L, null, "ben").join();
        open.reopen();
        assertThat(limits().find("there")).contains(changed);
        assertThat(changed.note()).isEqualTo("shared line");
        assertThat(changed.bytesPerSecondMax()).isEqualTo(7);
        assertThat(limits().all()).extracting(SendingLimit::destination).containsExactly("*", "there");
        assertThat(limits().remove("there").join()).isTrue();
        assertThat(limits().remove("there").join()).isFalse();
    }
}
