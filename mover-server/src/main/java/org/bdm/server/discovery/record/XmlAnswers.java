package org.bdm.server.discovery.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.MissingResourceException;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.markup.StrangersXml;

/** XML of strangers: read element by element, with bounds for depth and texts; a document type or an entity of its own ends the reading. */
public final class XmlAnswers {
    private static final int DEPTH_MAX = 64;

    private final String what;
    private final Elements elements;
    private final int textMax;
    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** Is told the elements in their order. */
    public interface Elements {
        /**
         * An element begins.
         *
         * @param depth 1 for the root
         */
        void begin(XMLStreamReader reader, int depth) throws IndexFailure;

        /** It ends; with the text since the last tag. */
        void end(String name, String text) throws IndexFailure;
    }

    private XmlAnswers(String what, int textMax, Elements elements) {
        this.what = what;
        this.elements = elements;
        this.textMax = textMax;
    }

    /**
     * Reads to the end.
     *
     * @param what is read, for reasons
     * @param textMax letters of one text; what is longer is cut
     * @throws IndexFailure for what is no such XML
     */
    public static void read(InputStream body, String what, int textMax, Elements elements)
            throws IOException, IndexFailure {
        XmlAnswers answers = new XmlAnswers(what, textMax, elements);
        try {
            XMLStreamReader reader = StrangersXml.reader(body, what);
            while (reader.hasNext()) {
                reader.next();
                answers.event(reader);
            }
            reader.close();
        } catch (XMLStreamException e) {
            // Bytes that are not in the encoding that the document names are no failure of the connection.
            boolean isText = e.getNestedException() instanceof CharacterCodingException;
            if (!isText && e.getNestedException() instanceof IOException stream) throw stream;
            throw broken(what, e);
        } catch (MissingResourceException e) {
            throw broken(what, e); // what the parser of the JDK makes of some damaged DTDs
        }
    }

    private static IndexFailure broken(String what, Exception cause) {
        return new IndexFailure("BROKEN_ANSWER", what + " is not well-formed", true, Duration.ZERO, cause);
    }

    private void event(XMLStreamReader reader) throws IndexFailure {
        switch (reader.getEventType()) {
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                throw new IndexFailure("BROKEN_ANSWER", what + " has a document type or an entity; neither is read");
            case XMLStreamConstants.START_ELEMENT -> {
                text.setLength(0);
                if (++depth > DEPTH_MAX) throw new IndexFailure("BROKEN_ANSWER", what + " is nested too deeply");
                elements.begin(reader, depth);
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                int length = Math.min(reader.getTextLength(), textMax - text.length());
                text.append(reader.getTextCharacters(), reader.getTextStart(), length);
            }
            case XMLStreamConstants.END_ELEMENT -> {
                depth--;
                elements.end(reader.getLocalName(), text.toString());
                text.setLength(0);
            }
            default -> {
                // comments and processing instructions say nothing to us
            }
        }
    }

    /** An attribute without regard to its namespace; empty if it is not there. */
    public static String value(XMLStreamReader reader, String attribute) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals(attribute))
                return reader.getAttributeValue(i).strip();
        }
        return "";
    }
}
