package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

/** Lists that are made to do harm, or were damaged on the way. */
class HostileListsTest {
    private static final String GOOD = "a.b.c.d.v1 | /x/a.nc | 1\n";
    private static final String METALINK = "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\">";

    private static InputStream letters(int number) {
        return bytes("x".repeat(number));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aHugeLineIsPassedOverAndTheNextOnesAreRead() {
        InputStream list =
                new SequenceInputStream(new SequenceInputStream(bytes(GOOD), letters(16 << 20)), bytes("\n" + GOOD));
        Told told = Told.of(list);
        assertThat(told.entries).hasSize(2);
        assertThat(told.refused).singleElement().asString().startsWith("2: the line is longer than");
    }

    @Test
    void byteOrderMarkAndCrlfChangeNothing() {
        Told told = Told.of("\ufeff" + GOOD.replace("\n", "\r\n") + "\r\n" + GOOD.replace("\n", "\r\n"));
        assertThat(told.entries).hasSize(2);
        assertThat(told.refused).isEmpty();
    }

    @Test
    void controlCharactersAndOtherEncodingsAreRefusedByLineAndEscaped() {
        Told told = Told.of(
                (GOOD + "a\0b\n" + "a\u001b[2Jb\n" + "\u00ff\u00fe\n" + GOOD).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(told.entries).hasSize(2);
        assertThat(told.refused)
                .containsExactly(
                        "2: the line holds the control character '\\x00'",
                        "3: the line holds the control character '\\x1b'",
                        "4: the line is not UTF-8");
        assertThat(Told.of(GOOD + "a\u202eb | x | y\n").refused)
                .singleElement()
                .asString()
                .contains("\\u202e")
                .doesNotContain("\u202e");
        assertThatThrownBy(() -> Told.of(GOOD.getBytes(StandardCharsets.UTF_16)))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("UTF-16");
    }

    @Test
    void aDocumentTypeInMetalinkIsRefusedAndNothingIsOpened() {
        Told bomb = Told.of("<!DOCTYPE m [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>" + METALINK
                + "<file name=\"&b;\"/></metalink>");
        assertThat(bomb.entries).isEmpty();
        assertThat(bomb.refused).singleElement().asString().contains("DTD");
        Told outside =
                Told.of("<!DOCTYPE m SYSTEM \"file:///etc/passwd\">" + METALINK + "<file name=\"a\"/></metalink>");
        assertThat(outside.entries).isEmpty();
        assertThat(outside.refused).hasSize(1);
        Told unknown = Told.of(METALINK + "<file name=\"a\"><size>&x;</size></file></metalink>");
        assertThat(unknown.entries).isEmpty();
        assertThat(unknown.refused).hasSize(1);
    }

    @Test
    void metalinkIsBoundedInDepthNamesAndLengthOfATag() {
        assertThat(Told.of(METALINK + "<a>".repeat(100_000)).refused)
                .singleElement()
                .asString()
                .contains("deeper");
        StringBuilder names = new StringBuilder(METALINK);
        for (int i = 0; i < 1000; i++) names.append("<n").append(i).append("/>");
        assertThat(Told.of(names.toString()).refused).singleElement().asString().contains("different names");
        InputStream tag = new SequenceInputStream(bytes(METALINK + "<file name=\""), letters(16 << 20));
        assertThat(Told.of(tag).refused).singleElement().asString().contains("longer than");
        assertThat(Told.of(METALINK + "<file name=\"a\"/><oops").refused)
                .singleElement()
                .asString()
                .contains("well-formed");
    }

    @Test
    void metalinkInAnotherEncodingThanItNamesIsRefusedFromThereOn() {
        String good = METALINK + "<file name=\"a.nc\"/>";
        Told bytes = Told.of((good + "<file name=\"\u00ff\u00fe\"/></metalink>").getBytes(StandardCharsets.ISO_8859_1));
        assertThat(bytes.refused).singleElement().asString().contains("encoding");
        Told unknown = Told.of("<?xml version=\"1.0\" encoding=\"klingon\"?>" + good + "</metalink>");
        assertThat(unknown.refused).singleElement().asString().contains("encoding");
    }

    @Test
    void yamlWithAbsurdNumbersIsRefused() {
        assertThat(Told.of("%YAML 99999999999.1\n---\nselection: x\n").refused).hasSize(1);
        assertThat(Told.of("selection:\n  x: \"\\UFFFFFFFF\"\n").refused).hasSize(1);
    }

    @Test
    void yamlIsBoundedInAliasesDepthAndLengthAndMakesNoObjects() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 20; i++) {
            bomb.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [")
                    .append(("*a" + (i - 1) + ",").repeat(9))
                    .append("x]\n");
        }
        assertThat(Told.of(bomb + "selection: *a19\n").refused)
                .singleElement()
                .asString()
                .contains("liases");
        assertThat(Told.of("selection:\n  x: " + "[".repeat(5000)).refused).hasSize(1);
        assertThat(Told.of("selection: !!javax.script.ScriptEngineManager [x]\n").refused)
                .hasSize(1);
        assertThat(Told.of("selection: &s\n  x: *s\n").refused).hasSize(1);
        assertThat(Told.of("- selection: {x: y}\n- selection: \"\0\"\n").refused)
                .hasSize(1);
        InputStream endless = new SequenceInputStream(bytes("selection:\n  x: "), letters(16 << 20));
        assertThat(Told.of(endless).refused).singleElement().asString().contains("cut the list");
    }

    @Test
    void aQueryOfAMillionValuesIsRefusedNotKept() {
        Told told = Told.of("project=CMIP6\n" + "model=a b c d e f g h\n".repeat(20_000));
        assertThat(told.refused).anyMatch(text -> text.contains("more than"));
        assertThat(told.entries).isEmpty();
    }
}
