package org.bdm.server.site.serving;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.markup.StrangersXml;

/**
 * The body of a PROPFIND (RFC 4918, section 14.20).
 *
 * <pre>
 *  propfind
 *   +- allprop                    every property that there is; so is no body at all
 *   +- propname                   their names alone
 *   +- prop
 *       +- getcontentlength ..    these; what is not known is answered with 404
 * </pre>
 *
 * @param isForNames true if no values are wanted
 * @param wanted empty for all
 */
record DavQuestion(boolean isForNames, List<QName> wanted) {
    static final String DAV = "DAV:";
    static final DavQuestion ALL = new DavQuestion(false, List.of());

    private static final int WANTED_MAX = 100;
    private static final int BODY_BYTES_MAX = 64 * 1024;
    private static final int PROPERTY_DEPTH = 3;

    /** Copies the list. */
    DavQuestion {
        wanted = List.copyOf(wanted);
    }

    /** Reads the body to its end; INVALID_REQUEST, TOO_LARGE. */
    static DavQuestion read(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(BODY_BYTES_MAX + 1);
        if (bytes.length > BODY_BYTES_MAX)
            throw new MoverException(ErrorCode.TOO_LARGE, "the body of PROPFIND is larger than 64 KiB");
        if (bytes.length == 0) return ALL;
        try {
            return parsed(StrangersXml.reader(new ByteArrayInputStream(bytes), "the body of PROPFIND"));
        } catch (XMLStreamException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the body of PROPFIND is not well-formed XML", e);
        }
    }

    private static DavQuestion parsed(XMLStreamReader reader) throws XMLStreamException {
        List<QName> wanted = new ArrayList<>();
        boolean isForNames = false;
        int depth = 0;
        String inside = "";
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE)
                throw invalid("has a document type or an entity; neither is read");
            if (event == XMLStreamConstants.END_ELEMENT) depth--;
            if (event != XMLStreamConstants.START_ELEMENT) continue;
            QName name = reader.getName();
            depth++;
            if (depth == 1 && !name.equals(new QName(DAV, "propfind"))) throw invalid("is not a propfind element");
            if (depth == PROPERTY_DEPTH - 1) inside = name.getNamespaceURI().equals(DAV) ? name.getLocalPart() : "";
            if (inside.equals("propname")) isForNames = true;
            if (depth == PROPERTY_DEPTH && inside.equals("prop")) wanted.add(name);
            if (wanted.size() > WANTED_MAX) throw invalid("asks for more than " + WANTED_MAX + " properties");
        }
        return new DavQuestion(isForNames, wanted);
    }

    private static MoverException invalid(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "the body of PROPFIND " + what);
    }
}
