package org.bdm.server.drs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetNameTest {
    private static final DatasetName NAME = new DatasetName("a.b-1.0.c", "20191207");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.b-1.0.c.v20191207",
                "a.b-1.0.c#20191207",
                "a.b-1.0.c#v20191207",
                " a.b-1.0.c.v20191207|node ",
                "a.b-1.0.c.v20191207 |node"
            })
    void everySpellingIsTheSameName(String written) {
        assertThat(DatasetName.read(written)).contains(NAME);
    }

    @Test
    void aNameWithoutVersionMayHaveDotsAndDigits() {
        DatasetName name = DatasetName.read("a.b.1.0").orElseThrow();

        assertThat(name).isEqualTo(new DatasetName("a.b.1.0", ""));
        assertThat(name.hasVersion()).isFalse();
        assertThat(name.versionDirectory()).isEmpty();
        assertThat(name.instanceId()).isEqualTo("a.b.1.0");
    }

    @Test
    void theNameAndItsDirectorySayTheVersion() {
        assertThat(NAME.instanceId()).isEqualTo("a.b-1.0.c.v20191207");
        assertThat(NAME.versionDirectory()).contains("v20191207");
        assertThat(new DatasetName("A.B", "1").key()).isEqualTo("a.b.v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a..b", ".a", "a.", "a/b.v1", "|node", "a\u0000b", "ä.b"})
    void whatCannotBeANameIsNone(String written) {
        assertThat(DatasetName.read(written)).isEmpty();
    }

    @Test
    void aNameIsBounded() {
        assertThat(DatasetName.read("a".repeat(1024))).isPresent();
        assertThat(DatasetName.read("a".repeat(1025))).isEmpty();
        assertThat(DatasetName.read("a".repeat(10) + " ".repeat(3000))).isEmpty();
    }

    @Test
    void theNodeBehindANameIsKeptAsItIsWritten() {
        DatasetAtNode found =
                DatasetAtNode.read("a.b-1.0.c#20191207| Node.Example ").orElseThrow();

        assertThat(found).isEqualTo(new DatasetAtNode(NAME, Optional.of("Node.Example")));
        assertThat(DatasetAtNode.read("a.b|").orElseThrow().dataNode()).isEmpty();
        assertThat(DatasetAtNode.read("|node")).isEmpty();
    }

    @Test
    void versionsAreComparedAsNumbers() {
        assertThat(DatasetName.compareVersions("20190429", "1")).isPositive();
        assertThat(DatasetName.compareVersions("2", "10")).isNegative();
        assertThat(DatasetName.compareVersions("002", "2")).isZero();
    }

    @Test
    void versionsHaveOneOrderWhateverTheyAreMadeOf() {
        List<String> ordered = List.of(
                "latest",
                "1",
                "2",
                "10",
                "20201399",
                "99999999999999",
                "19990101",
                "20200101",
                "2020010112",
                "20200102",
                "202001021200",
                "20210101");
        for (int one = 0; one < ordered.size(); one++) {
            for (int other = 0; other < ordered.size(); other++) {
                assertThat(Integer.signum(DatasetName.compareVersions(ordered.get(one), ordered.get(other))))
                        .as(ordered.get(one) + " and " + ordered.get(other))
                        .isEqualTo(Integer.compare(one, other));
            }
        }
        assertThat(DatasetName.compareVersions("v20200101", "20200101")).isZero();
        assertThat(DatasetName.compareVersions("v2", "10")).isNegative();
    }
}
