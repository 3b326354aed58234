package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.RefusedLine;
import org.bdm.server.markup.StrangersXml;
import org.jspecify.annotations.Nullable;

/**
 * Metalink 4 (RFC 5854). Read element by element; a document with a DTD, or with an entity that XML itself does not have, is refused.
 * What is not well-formed ends the reading: there is no next line to go on with.
 */
final class MetalinkDocument implements ListFormat {
    private static final Pattern ROOT = Pattern.compile("<(?:[A-Za-z0-9_-]+:)?metalink[\\s>]");
    private static final String NAMESPACE = "urn:ietf:params:xml:ns:metalink";
    private static final int DEPTH_MAX = 32;
    /** The parser remembers every name that it has seen. */
    private static final int NAMES_MAX = 500;

    @Override
    public String name() {
        return "metalink";
    }

    @Override
    public int likeness(FileStart start) {
        boolean isXml = start.text().stripLeading().startsWith("<");
        return isXml && ROOT.matcher(start.text()).find() ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        MarkupBound bound = new MarkupBound(in);
        Reading reading = new Reading(receiver);
        try {
            XMLStreamReader reader = StrangersXml.reader(bound, "the document");
            while (reader.hasNext()) {
                advance(reader);
                reading.event(reader);
            }
            reader.close();
        } catch (RefusedLine e) {
            receiver.refused(reading.line, e.reason());
        } catch (XMLStreamException e) {
            IOException broken = bound.broken();
            if (broken != null) throw broken;
            receiver.refused(
                    reading.line,
                    bound.isExceeded()
                            ? "a tag or a text is longer than " + LineReader.LINE_BYTES_MAX + " bytes"
                            : "not well-formed, or not in the encoding that it names: the reading ends here");
        }
    }

    /** The parser of the JDK throws what it does not document for some damaged documents: MissingResourceException among it. */
    private static void advance(XMLStreamReader reader) throws XMLStreamException {
        try {
            reader.next();
        } catch (RuntimeException e) {
            throw new XMLStreamException("the parser failed", e);
        }
    }

    /** The position of the reading in the document. */
    private static final class Reading {
        private final EntryReceiver receiver;
        private final Set<String> names = new HashSet<>();
        private final StringBuilder text = new StringBuilder();
        private @Nullable MetalinkFile file;
        private @Nullable String attribute;
        private int depth;
        private int fileDepth;
        private long line = 1;

        Reading(EntryReceiver receiver) {
            this.receiver = receiver;
        }

        void event(XMLStreamReader reader) throws RefusedLine {
            line = reader.getLocation().getLineNumber();
            switch (reader.getEventType()) {
                case XMLStreamConstants.DTD -> throw new RefusedLine("the document has a DTD, which is not read");
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new RefusedLine("the document has an entity, which is not read");
                case XMLStreamConstants.START_ELEMENT -> begin(reader);
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    characters(reader);
                case XMLStreamConstants.END_ELEMENT -> end(reader.getLocalName());
                default -> {
                    // comments and processing instructions say nothing to us
                }
            }
        }

        private void begin(XMLStreamReader reader) throws RefusedLine {
            depth++;
            text.setLength(0);
            attribute = null;
            if (depth > DEPTH_MAX) throw new RefusedLine("elements are nested deeper than " + DEPTH_MAX);
            names.add(reader.getName().toString());
            for (int i = 0; i < reader.getAttributeCount(); i++)
                names.add(reader.getAttributeName(i).toString());
            for (int i = 0; i < reader.getNamespaceCount(); i++) names.add("xmlns:" + reader.getNamespacePrefix(i));
            if (names.size() > NAMES_MAX) throw new RefusedLine("more than " + NAMES_MAX + " different names");
            if (depth == 1 && !NAMESPACE.equals(reader.getNamespaceURI())) {
                throw new RefusedLine("the root is not of Metalink 4 (" + NAMESPACE + ")");
            }
            String element = reader.getLocalName();
            if (file == null && element.equals("file")) {
                file = new MetalinkFile(line, reader.getAttributeValue(null, "name"));
                fileDepth = depth;
            } else if (element.equals("hash")) {
                attribute = reader.getAttributeValue(null, "type");
            } else if (element.equals("url")) {
                attribute = reader.getAttributeValue(null, "priority");
            }
        }

        /** In pieces, if entities or CDATA are in it. */
        private void characters(XMLStreamReader reader) throws RefusedLine {
            if (file == null) return;
            text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
            if (text.length() > LineReader.LINE_BYTES_MAX) throw new RefusedLine("a text is too long");
        }

        private void end(String element) {
            if (file != null && depth == fileDepth) {
                file.end(receiver);
                file = null;
            } else if (file != null && depth == fileDepth + 1) {
                // Deeper ones are hashes of pieces.
                file.child(element, attribute, text.toString().strip());
            }
            depth--;
        }
    }
}
