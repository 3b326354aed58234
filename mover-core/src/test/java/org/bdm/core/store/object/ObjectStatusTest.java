package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.store.FileVersion;
import org.junit.jupiter.api.Test;

class ObjectStatusTest {
    private static FileVersion version(String etag) {
        ObjectHead head = new ObjectHead("tas.nc", 3, etag, null, Instant.EPOCH, Map.of());
        return ObjectStatus.of(head).version();
    }

    @Test
    void tagThatAProxyWeakensIsOfTheSameVersion() {
        assertThat(version("W/\"ab\"")).isEqualTo(version("\"ab\"")).isEqualTo(version("ab"));
        assertThat(version("\"AB\"")).isNotEqualTo(version("\"ab\""));
    }
}
