package org.bdm.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class GrantTest {
    private static final ExportName CMIP6 = new ExportName("cmip6");
    private final Grant grant = new Grant(CMIP6, StorePath.ofUtf8("a/b"), Grant.Verb.READ);

    @Test
    void aPrefixCoversWholeNamesOnly() {
        assertThat(grant.allowsRead(CMIP6, StorePath.ofUtf8("a/b"))).isTrue();
        assertThat(grant.allowsRead(CMIP6, StorePath.ofUtf8("a/b/c"))).isTrue();
        assertThat(grant.allowsRead(CMIP6, StorePath.ofUtf8("a/bc"))).isFalse();
        assertThat(grant.allowsRead(CMIP6, StorePath.ofUtf8("a"))).isFalse();
        assertThat(grant.allowsRead(CMIP6, StorePath.ROOT)).isFalse();
    }

    @Test
    void anotherExportIsNotCovered() {
        assertThat(grant.allowsRead(new ExportName("cmip5"), StorePath.ofUtf8("a/b")))
                .isFalse();
    }

    @Test
    void aWiderGrantCoversANarrowerOne() {
        Grant wide = new Grant(CMIP6, StorePath.ROOT, Grant.Verb.READ);
        assertThat(wide.covers(grant)).isTrue();
        assertThat(grant.covers(wide)).isFalse();
    }
}
