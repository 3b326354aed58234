package org.bdm.server.discovery;

import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * InvCatalog 1.0 of one THREDDS server: services, nested datasets, files with their properties. Read element by element; a document type
 * or an entity of its own ends the reading.
 */
final class ThreddsCatalog {
    private static final int DEPTH_MAX = 64;
    private static final int REFERENCES_MAX = 100_000;
    private static final int SERVICES_MAX = 1_000;
    /** Longer texts are not read: names, sizes and times are short. */
    private static final int TEXT_MAX = 10_000;

    private final String index;
    private final URI address;
    private final Findings findings;
    private final Consumer<List<Claim>> receiver;
    private final Map<String, List<ThreddsService>> services = new HashMap<>();
    private final Deque<String> openServices = new ArrayDeque<>();
    private final Deque<ThreddsDataset> open = new ArrayDeque<>();
    private final Set<Reference> references = new LinkedHashSet<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable String units;
    private int depth;

    /** Another catalog that this one names; by what. */
    record Reference(String href, String name) {}

    private ThreddsCatalog(String index, URI address, Findings findings, Consumer<List<Claim>> receiver) {
        this.index = index;
        this.address = address;
        this.findings = findings;
        this.receiver = receiver;
    }

    /**
     * Reads a catalog.
     *
     * @param address where it came from; the files are at its host
     * @param receiver gets the claim of a dataset with those of its files behind it
     * @return other catalogs it refers to
     * @throws IndexFailure for what is no such catalog
     */
    static List<Reference> read(
            String index, URI address, InputStream body, Findings findings, Consumer<List<Claim>> receiver)
            throws IOException, IndexFailure {
        ThreddsCatalog catalog = new ThreddsCatalog(index, address, findings, receiver);
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(body);
            while (reader.hasNext()) {
                reader.next();
                catalog.event(reader);
            }
            reader.close();
        } catch (XMLStreamException e) {
            // Bytes that are not in the encoding that the catalog names are no failure of the connection.
            boolean isText = e.getNestedException() instanceof CharConversionException;
            if (!isText && e.getNestedException() instanceof IOException stream) throw stream;
            throw broken(e);
        } catch (MissingResourceException e) {
            throw broken(e); // what the parser of the JDK makes of some damaged DTDs
        }
        return new ArrayList<>(catalog.references);
    }

    private static IndexFailure broken(Exception cause) {
        return new IndexFailure("BROKEN_ANSWER", "its catalog is not well-formed", true, Duration.ZERO, cause);
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing outside of the catalog is read");
        });
        return factory;
    }

    private void event(XMLStreamReader reader) throws IndexFailure {
        switch (reader.getEventType()) {
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                throw new IndexFailure(
                        "BROKEN_ANSWER", "its catalog has a document type or an entity; neither is read");
            case XMLStreamConstants.START_ELEMENT -> begin(reader);
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                int length = Math.min(reader.getTextLength(), TEXT_MAX - text.length());
                text.append(reader.getTextCharacters(), reader.getTextStart(), length);
            }
            case XMLStreamConstants.END_ELEMENT -> end(reader.getLocalName());
            default -> {
                // comments and processing instructions say nothing to us
            }
        }
    }

    private void begin(XMLStreamReader reader) throws IndexFailure {
        text.setLength(0);
        String name = reader.getLocalName();
        if (++depth > DEPTH_MAX) throw new IndexFailure("BROKEN_ANSWER", "its catalog is nested too deeply");
        if (depth == 1 && !name.equals("catalog")) {
            throw new IndexFailure("BROKEN_ANSWER", "its answer is no THREDDS catalog");
        }
        switch (name) {
            case "service" -> beginService(reader);
            case "dataset" ->
                open.push(new ThreddsDataset(open.peek(), value(reader, "ID"), value(reader, "name"))
                        .with(value(reader, "urlPath"), value(reader, "serviceName")));
            case "property" -> property(value(reader, "name"), value(reader, "value"));
            case "access" -> {
                ThreddsDataset dataset = open.peek();
                if (dataset != null) dataset.addAccess(value(reader, "urlPath"), value(reader, "serviceName"));
            }
            case "catalogRef" -> refer(value(reader, "href"), value(reader, "title"), value(reader, "name"));
            case "dataSize" -> units = value(reader, "units");
            default -> {
                // whatever else a catalog says is of no use here
            }
        }
    }

    private void end(String name) {
        depth--;
        ThreddsDataset dataset = open.peek();
        switch (name) {
            case "service" -> openServices.poll();
            case "serviceName" -> {
                if (dataset != null) dataset.setService(text.toString().strip());
            }
            case "dataSize" -> {
                boolean isExact = units == null || units.equals("bytes");
                if (dataset != null && isExact)
                    dataset.addProperty("dataSize", text.toString().strip());
            }
            case "dataset" -> {
                open.pop();
                if (dataset != null) tell(dataset);
            }
            default -> {
                // nothing ends that matters
            }
        }
        text.setLength(0);
    }

    private void tell(ThreddsDataset dataset) {
        String node = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
        try {
            if (dataset.isVersion()) {
                List<Claim> claims = new ArrayList<>();
                claims.add(dataset.claim(index, node));
                claims.addAll(dataset.files());
                if (dataset.filesLost() > 0) {
                    findings.warn("TRUNCATED", dataset.label() + " has more files than are read", true);
                }
                receiver.accept(claims);
            } else if (dataset.isFile()) {
                ThreddsDataset version = dataset.version();
                if (version == null) throw new UnreadableRecord("no dataset around it has a dataset_id");
                version.addFile(dataset.fileClaim(index, node, version, locations(dataset)));
            }
        } catch (UnreadableRecord e) {
            findings.unreadable(dataset.label(), e.reason());
        }
    }

    private void beginService(XMLStreamReader reader) throws IndexFailure {
        String name = value(reader, "name");
        String type = value(reader, "serviceType");
        openServices.push(name);
        if (services.size() >= SERVICES_MAX)
            throw new IndexFailure("BROKEN_ANSWER", "its catalog has too many services");
        List<ThreddsService> own = services.computeIfAbsent(name, key -> new ArrayList<>());
        if (type.equalsIgnoreCase("Compound")) return;
        ThreddsService service = new ThreddsService(type, value(reader, "base"));
        own.add(service);
        // A file that names a group can be had in every way of the group.
        for (String around : openServices) {
            List<ThreddsService> group = services.get(around);
            if (group != null && group != own && group.size() < SERVICES_MAX) group.add(service);
        }
    }

    private void property(String name, String value) {
        ThreddsDataset dataset = open.peek();
        if (dataset != null && openServices.isEmpty()) dataset.addProperty(name, value);
    }

    private void refer(String href, String title, String name) {
        if (href.isEmpty()) return;
        if (references.size() < REFERENCES_MAX) references.add(new Reference(href, title.isEmpty() ? name : title));
        else findings.warn("TRUNCATED", "it refers to more than " + REFERENCES_MAX + " catalogs", true);
    }

    /** An attribute without regard to its namespace; empty if it is not there. */
    private static String value(XMLStreamReader reader, String attribute) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals(attribute))
                return reader.getAttributeValue(i).strip();
        }
        return "";
    }

    /** Addresses of a file: each way of access with each service of its name. */
    private List<ClaimedLocation> locations(ThreddsDataset file) {
        List<ClaimedLocation> locations = new ArrayList<>();
        for (ThreddsDataset.Access access : file.accesses()) {
            for (ThreddsService service : services.getOrDefault(access.service(), List.of())) {
                locations.add(new ClaimedLocation(resolved(service.base()) + access.path(), service.type()));
            }
        }
        return locations;
    }

    private String resolved(String base) {
        boolean isAbsolute = base.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
        if (isAbsolute) return base;
        String root = address.getScheme() + "://" + address.getRawAuthority();
        return base.startsWith("/") ? root + base : root + "/" + base;
    }
}
