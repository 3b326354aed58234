package org.bdm.client.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.job.JobItem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchReaderTest {
    @Test
    void readsNamesDigestAndSizeInAnyOrderOfTheLastTwo() {
        assertThat(items("s d 5 MD5:FF\r\ns d md5:ff 5")).containsExactly(item("s", "d", 5L), item("s", "d", 5L));
    }

    @Test
    void passesOverCommentsAndBlankLines() {
        assertThat(items("# a b\n\n   \n  # c\n s\td \n")).hasSize(1);
    }

    @Test
    void takesQuotedNamesAsTheyAre() {
        List<JobItem> items = items("\"a \\\"b\\\\\" 'c # \"d'\n#x\nO'Brien it's");
        assertThat(items.get(0).source()).isEqualTo("a%20%22b%5C");
        assertThat(items.get(0).destination()).isEqualTo("c%20%23%20%22d");
        assertThat(items.get(1).source()).isEqualTo("O'Brien");
    }

    @Test
    void keepsBytesThatAreNoText() {
        assertThat(items("a\u00ff%41 b").get(0).source()).isEqualTo("a%FF%41");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "a b c", "a b 1 2", "a b md5:f md5:f", "a b md5:f 1 1", "\"a b"})
    void namesTheLineThatIsWrong(String line) {
        assertThatThrownBy(() -> items("a b\n" + line))
                .isInstanceOf(BatchLineException.class)
                .hasMessageStartingWith("line 2: ");
    }

    private static JobItem item(String source, String destination, Long size) {
        return new JobItem(source, destination, null, size, List.of(new DigestValue("md5", "ff")));
    }

    private static List<JobItem> items(String text) {
        List<JobItem> items = new ArrayList<>();
        new BatchReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))
                .forEachRemaining(items::add);
        return items;
    }
}
