package org.bdm.server.interchange.write;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;

/**
 * Metalink 4 (RFC 5854), which {@code aria2c -M} and others fetch by: name below a directory, size, digests, and every address with its
 * place in the order. The dataset is in {@code identity} and {@code version}.
 */
public final class MetalinkWriter implements ManifestWriter {
    private static final String NAMESPACE = "urn:ietf:params:xml:ns:metalink";

    private final OutputStream out;
    private final XMLStreamWriter xml;

    /**
     * Writes UTF-8, and the beginning at once.
     *
     * @param published time of the manifest
     * @throws IOException if the stream broke
     */
    public MetalinkWriter(Instant published, OutputStream out) throws IOException {
        this.out = out;
        try {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("metalink");
            xml.writeDefaultNamespace(NAMESPACE);
            element("published", published.truncatedTo(ChronoUnit.SECONDS).toString());
        } catch (XMLStreamException e) {
            throw broken(e);
        }
    }

    /**
     * A file.
     *
     * @throws MoverException INVALID_REQUEST if there is no address to fetch it from; INVALID_PATH for a name that aria2 changes
     */
    @Override
    public void add(ManifestFile file) throws IOException {
        String name = ManifestFile.checkPrintable(file.relativePath());
        file.neededAddress();
        if (name.indexOf('&') >= 0) {
            throw ManifestFile.unnameable(
                    name, "has a '&', and aria2 1.36 would save it under another name", "rclone-urls");
        }
        try {
            xml.writeCharacters("\n");
            xml.writeStartElement("file");
            xml.writeAttribute("name", name);
            DatasetName dataset = file.dataset();
            if (dataset != null) element("identity", dataset.masterId());
            if (dataset != null && dataset.hasVersion()) element("version", "v" + dataset.version());
            element("size", Long.toString(file.sizeBytes()));
            for (Checksum digest : file.digests()) digest(digest);
            int priority = 1;
            for (URI url : file.urls()) {
                xml.writeStartElement("url");
                xml.writeAttribute("priority", Integer.toString(priority));
                xml.writeCharacters(url.toASCIIString());
                xml.writeEndElement();
                priority++;
            }
            xml.writeEndElement();
        } catch (XMLStreamException e) {
            throw broken(e);
        }
    }

    /** Names of the IANA registry of hash functions; it has none for CRC32C. */
    private void digest(Checksum digest) throws XMLStreamException {
        String type = switch (digest.algorithm()) {
            case SHA256 -> "sha-256";
            case MD5 -> "md5";
            case CRC32C -> "";
        };
        if (type.isEmpty()) return;
        xml.writeStartElement("hash");
        xml.writeAttribute("type", type);
        xml.writeCharacters(digest.hex());
        xml.writeEndElement();
    }

    private void element(String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    @Override
    public void end() throws IOException {
        try {
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.writeCharacters("\n");
            xml.flush();
        } catch (XMLStreamException e) {
            throw broken(e);
        }
        out.flush();
    }

    private static IOException broken(XMLStreamException e) {
        return e.getCause() instanceof IOException cause ? cause : new IOException("the manifest cannot be written", e);
    }
}
