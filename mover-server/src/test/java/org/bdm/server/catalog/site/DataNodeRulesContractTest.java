package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.replica.NodePreference;
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
class DataNodeRulesContractTest {
    private static final String NODE = "esgf.example.org";

    private static final StagingChange WINDOW = new StagingChange("never", 0L, 5, "");
    private static final StagingChange PREFIX = new StagingChange("", null, null, "/a:/b");

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

    private DataNodeRules rules() {
        return open.catalog.dataNodeRules();
    }

    @Test
    void whatAChangeLeavesOutStaysAndAllOfItOutlivesARestart() {
        long version = rules().version();
        rules().set(new DataNodeRuleChange(
                        NODE, 4, NodePreference.LAST, null, "secret", null, WINDOW, "as agreed", "ana"))
                .join();
        DataNodeRule changed = rules().set(
                        new DataNodeRuleChange(NODE, null, null, "pem", null, 90L, PREFIX, null, "ben"))
                .join();
        open.reopen();

        assertThat(rules().find(NODE)).contains(changed);
        assertThat(rules().all()).containsExactly(changed);
        assertThat(changed)
                .isEqualTo(new DataNodeRule(
                        NODE,
                        4,
                        NodePreference.LAST,
                        "pem",
                        "secret",
                        90,
                        new StagingRule("", 0, 5, "/a:/b"),
                        "as agreed",
                        "ben",
                        changed.changedAt()));
        assertThat(changed.toString()).doesNotContain("secret");
        assertThat(rules().version()).isEqualTo(version + 2);
    }

    @Test
    void settingsThatAreRemovedAreGoneAndOnlyThatIsCounted() {
        rules().set(new DataNodeRuleChange(NODE, null, null, null, "secret", null, StagingChange.NONE, null, "ana"))
                .join();
        long version = rules().version();
        assertThat(rules().remove("other.example.org").join()).isFalse();
        assertThat(rules().version()).isEqualTo(version);
        assertThat(rules().remove(NODE).join()).isTrue();
        assertThat(rules().version()).isEqualTo(version + 1);
        assertThat(rules().find(NODE)).isEmpty();
    }
}
