package org.bdm.server.markup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrangersXmlTest {
    private static String textOf(byte[] document) throws IOException, XMLStreamException {
        return textOf(new ByteArrayInputStream(document));
    }

    private static String textOf(InputStream document) throws IOException, XMLStreamException {
        XMLStreamReader reader = StrangersXml.reader(document, "it");
        StringBuilder text = new StringBuilder();
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.CHARACTERS) text.append(reader.getText());
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16", "UTF-16LE", "UTF-16BE", "windows-1252"})
    void aDocumentIsReadInTheEncodingThatItNames(String encoding) throws IOException, XMLStreamException {
        String document = "<?xml version='1.0' encoding='" + encoding + "'?><a>Grüße</a>";
        assertThat(textOf(document.getBytes(Charset.forName(encoding)))).isEqualTo("Grüße");
    }

    @Test
    void withoutADeclarationItIsUtf8WithOrWithoutAMark() throws IOException, XMLStreamException {
        assertThat(textOf("<a>Grüße</a>".getBytes(StandardCharsets.UTF_8))).isEqualTo("Grüße");
        assertThat(textOf("\ufeff<?xml version='1.0'?><a>Grüße</a>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("Grüße");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<?xml version='1.0' encoding='UTF-8'?>", "<?xml version='1.0' encoding='US-ASCII'?>"})
    void bytesThatAreNotInTheEncodingAreAnExceptionAndNothingIsPrinted(String declaration) {
        byte[] document = (declaration + "<a>Grüße</a>").getBytes(StandardCharsets.ISO_8859_1);
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThatThrownBy(() -> textOf(document))
                    .isInstanceOfSatisfying(
                            XMLStreamException.class,
                            e -> assertThat(e.getNestedException()).isInstanceOf(CharacterCodingException.class));
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void anUnknownEncodingAndNoDocumentAtAllAreRefused() {
        assertThatThrownBy(() -> textOf("<?xml version='1.0' encoding='none'?><a/>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(XMLStreamException.class)
                .hasMessageContaining("encoding of it is not known");
        assertThatThrownBy(() -> textOf(new byte[0])).isInstanceOf(XMLStreamException.class);
    }

    @Test
    void aStreamThatBreaksIsToldAsThat() {
        InputStream cut = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the line is cut");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return read();
            }
        };
        byte[] start = ("<a>" + "<b/>".repeat(5_000)).getBytes(StandardCharsets.UTF_8);
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(start), cut);
        assertThatThrownBy(() -> textOf(broken))
                .isInstanceOfSatisfying(
                        XMLStreamException.class,
                        e -> assertThat(e.getNestedException()).hasMessage("the line is cut"));
    }
}
