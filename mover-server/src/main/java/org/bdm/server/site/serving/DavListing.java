package org.bdm.server.site.serving;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.bdm.core.store.AddressPath;
import org.bdm.server.catalog.holding.Holding;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a PROPFIND: properties of a file, or of a directory and its entries (RFC 4918, section 9.1). Checksums have the form of
 * ownCloud, which rclone reads.
 */
final class DavListing implements ListingFormat {
    private static final String OWNCLOUD = "http://owncloud.org/ns";
    private static final QName CHECKSUMS = new QName(OWNCLOUD, "checksums");

    private final DavQuestion question;
    private final String directory;

    /**
     * For one request.
     *
     * @param directory address of what is listed, encoded, with its slash
     */
    DavListing(DavQuestion question, String directory) {
        this.question = question;
        this.directory = directory;
    }

    @Override
    public String mediaType() {
        return "application/xml; charset=utf-8";
    }

    @Override
    public boolean wantsEvidence() {
        return question.wanted().isEmpty() || question.wanted().contains(CHECKSUMS);
    }

    @Override
    public void begin(PacedText out) throws IOException {
        out.add("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:multistatus xmlns:D=\"DAV:\" xmlns:oc=\"" + OWNCLOUD
                + "\">\n");
    }

    @Override
    public void entry(ListedEntry entry, PacedText out) throws IOException {
        String address = directory + AddressPath.encoded(entry.name().bytes()) + (entry.isDirectory() ? "/" : "");
        respond(address, entry, out);
    }

    /** Writes the properties of what is at an address, encoded. */
    void respond(String address, ListedEntry entry, PacedText out) throws IOException {
        Map<QName, String> known = properties(entry);
        List<String> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (QName name : question.wanted().isEmpty() ? known.keySet() : question.wanted()) {
            String value = known.get(name);
            if (value == null) missing.add(element(name, ""));
            else found.add(element(name, question.isForNames() ? "" : value));
        }
        out.add("<D:response><D:href>" + address + "</D:href>");
        if (!found.isEmpty() || missing.isEmpty()) out.add(propstat(found, "200 OK"));
        if (!missing.isEmpty()) out.add(propstat(missing, "404 Not Found"));
        out.add("</D:response>\n");
    }

    private static String propstat(List<String> properties, String status) {
        return "<D:propstat><D:prop>" + String.join("", properties) + "</D:prop><D:status>HTTP/1.1 " + status
                + "</D:status></D:propstat>";
    }

    private static String element(QName name, String value) {
        boolean isDav = name.getNamespaceURI().equals(DavQuestion.DAV);
        if (name.getNamespaceURI().equals(XMLConstants.XML_NS_URI)) return "<xml:" + name.getLocalPart() + "/>";
        boolean isKnown = isDav || name.getNamespaceURI().equals(OWNCLOUD);
        String tag = isKnown ? (isDav ? "D:" : "oc:") + name.getLocalPart() : "x:" + name.getLocalPart();
        String start = isKnown ? tag : tag + " xmlns:x=\"" + Markup.escaped(name.getNamespaceURI()) + "\"";
        if (name.getNamespaceURI().isEmpty()) {
            tag = name.getLocalPart();
            start = tag;
        }
        return value.isEmpty() ? "<" + start + "/>" : "<" + start + ">" + value + "</" + tag + ">";
    }

    private static Map<QName, String> properties(ListedEntry entry) {
        Map<QName, String> properties = new LinkedHashMap<>();
        properties.put(dav("resourcetype"), entry.isDirectory() ? "<D:collection/>" : "");
        properties.put(dav("displayname"), Markup.escaped(Markup.text(entry.name())));
        properties.put(dav("getlastmodified"), ServedValidators.date(entry.modified()));
        if (entry.isDirectory()) return properties;
        properties.put(dav("getcontentlength"), String.valueOf(entry.version().size()));
        properties.put(dav("getcontenttype"), MediaTypes.of(entry.name()));
        properties.put(dav("getetag"), Markup.escaped(ServedValidators.tag(entry.version())));
        String checksums = checksums(entry.holding(), entry);
        if (!checksums.isEmpty()) properties.put(CHECKSUMS, "<oc:checksum>" + checksums + "</oc:checksum>");
        return properties;
    }

    private static QName dav(String name) {
        return new QName(DavQuestion.DAV, name);
    }

    private static String checksums(@Nullable Holding holding, ListedEntry entry) {
        if (holding == null) return "";
        return ServedDigests.all(holding, entry.version()).stream()
                .map(digest -> digest.algorithm().name() + ":" + digest.hex())
                .collect(Collectors.joining(" "));
    }

    @Override
    public void end(PacedText out) throws IOException {
        out.add("</D:multistatus>\n");
    }
}
