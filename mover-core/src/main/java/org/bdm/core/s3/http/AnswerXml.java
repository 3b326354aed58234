package org.bdm.core.s3.http;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ShownText;

/**
 * Reads the XML of an answer: texts by the names of their elements, namespaces aside. No document type is accepted, so that nothing in an answer can
 * refer to anything outside. Any thread.
 */
final class AnswerXml {
    private static final int DEPTH_MAX = 16;
    private static final int TEXT_CHARS_MAX = 16_384;

    private AnswerXml() {}

    /** Receives what is in a document, in its order. */
    interface Content {
        /** The text of an element without others in it; {@code path} is {@code Root/..} down to it. */
        void text(String path, String text);

        /** The end of an element that has others in it. */
        default void end(String path) {}
    }

    /**
     * Tells of all elements.
     *
     * @return the name of the root
     * @throws MoverException PROTOCOL_VIOLATION for what is not a whole document
     */
    static String read(byte[] document, Content content) {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new ByteArrayInputStream(document));
            try {
                return read(reader, content);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException | IllegalArgumentException e) {
            throw new MoverException(
                    ErrorCode.PROTOCOL_VIOLATION, "the store answered with XML that cannot be read", e);
        }
    }

    private static String read(XMLStreamReader reader, Content content) throws XMLStreamException {
        Deque<String> paths = new ArrayDeque<>();
        StringBuilder text = new StringBuilder();
        String root = "";
        boolean isLeaf = false;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD) throw new IllegalArgumentException("a document type");
            if (event == XMLStreamConstants.START_ELEMENT) {
                String name = reader.getLocalName();
                if (paths.isEmpty()) root = name;
                if (paths.size() == DEPTH_MAX) throw new IllegalArgumentException("elements lie too deep");
                paths.push(paths.isEmpty() ? name : paths.peek() + "/" + name);
                text.setLength(0);
                isLeaf = true;
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                if (text.length() + reader.getTextLength() > TEXT_CHARS_MAX)
                    throw new IllegalArgumentException("a text is too long");
                text.append(reader.getText());
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                String path = paths.pop();
                if (isLeaf) content.text(path, text.toString());
                else content.end(path);
                text.setLength(0);
                isLeaf = false;
            }
        }
        return root;
    }

    /** Returns what an error document says; nothing of what is none, such as a page of a proxy. */
    static StoreError error(byte[] document) {
        String[] said = {"", ""};
        BiConsumer<String, String> take = (path, text) -> {
            if (path.endsWith("/Code")) said[0] = ShownText.of(text.strip());
            if (path.endsWith("/Message")) said[1] = ShownText.of(text.strip());
        };
        try {
            String unused = read(document, take::accept);
        } catch (MoverException e) {
            return StoreError.NONE; // the status says enough
        }
        return new StoreError(said[0], said[1]);
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("an answer refers to something outside");
        });
        return factory;
    }
}
