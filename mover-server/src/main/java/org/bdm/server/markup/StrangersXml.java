package org.bdm.server.markup;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Opens XML that is read element by element. Bytes become letters here and not in the parser, since that of the JDK prints to the standard
 * error what is wrong with them.
 */
public final class StrangersXml {
    /** XML 1.0, 4.3.3: names of encodings. */
    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]{0,39})[\"']");

    private static final int START_BYTES = 256;

    private StrangersXml() {}

    /**
     * A reader that reads no DTD and replaces no entity; who gets one ends the reading.
     *
     * @param what is read, for reasons
     * @throws XMLStreamException for an encoding that is not known. The reader throws one for bytes that are not in the encoding, with a {@link
     *     java.nio.charset.CharacterCodingException} nested in it; any other nested IOException is that of the stream
     */
    public static XMLStreamReader reader(InputStream body, String what) throws IOException, XMLStreamException {
        PushbackInputStream in = new PushbackInputStream(body, START_BYTES);
        byte[] start = in.readNBytes(START_BYTES);
        Charset encoding = encoding(start, what);
        int mark = hasMark(start) ? 3 : 0;
        in.unread(start, mark, start.length - mark);
        InputStreamReader text = new InputStreamReader(
                in,
                encoding.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
        return factory(what).createXMLStreamReader(text);
    }

    private static XMLInputFactory factory(String what) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing outside of " + what + " is read");
        });
        return factory;
    }

    /** XML 1.0, appendix F: from the mark of the byte order, else from the declaration, else UTF-8. */
    private static Charset encoding(byte[] start, String what) throws XMLStreamException {
        int first = (at(start, 0) << 8) + at(start, 1);
        if (hasMark(start)) return StandardCharsets.UTF_8;
        if (first == 0xfeff || first == 0xfffe) return StandardCharsets.UTF_16; // which takes the mark itself
        if (first == '<') return StandardCharsets.UTF_16BE;
        if (first == '<' << 8) return StandardCharsets.UTF_16LE;
        Matcher declared = ENCODING.matcher(new String(start, StandardCharsets.ISO_8859_1));
        if (!declared.find()) return StandardCharsets.UTF_8;
        try {
            return Charset.forName(declared.group(1));
        } catch (IllegalArgumentException e) {
            throw new XMLStreamException("the encoding of " + what + " is not known", e);
        }
    }

    private static boolean hasMark(byte[] start) {
        return at(start, 0) == 0xef && at(start, 1) == 0xbb && at(start, 2) == 0xbf;
    }

    private static int at(byte[] start, int index) {
        return index < start.length ? start[index] & 0xff : -1;
    }
}
