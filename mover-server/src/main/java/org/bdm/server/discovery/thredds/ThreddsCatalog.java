package org.bdm.server.discovery.thredds;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamReader;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.record.XmlAnswers;
import org.jspecify.annotations.Nullable;

/**
 * InvCatalog 1.0 of one THREDDS server: services, nested datasets, files with their properties.
 */
public final class ThreddsCatalog implements XmlAnswers.Elements {
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
    private @Nullable String units;

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
    public static List<Reference> read(
            String index, URI address, InputStream body, Findings findings, Consumer<List<Claim>> receiver)
            throws IOException, IndexFailure {
        ThreddsCatalog catalog = new ThreddsCatalog(index, address, findings, receiver);
        XmlAnswers.read(body, "its catalog", TEXT_MAX, catalog);
        return new ArrayList<>(catalog.references);
    }

    @Override
    public void begin(XMLStreamReader reader, int depth) throws IndexFailure {
        String name = reader.getLocalName();
        if (depth == 1 && !name.equals("catalog")) {
            throw new IndexFailure("BROKEN_ANSWER", "its answer is no THREDDS catalog");
        }
        switch (name) {
            case "service" -> beginService(reader);
            case "dataset" ->
                open.push(new ThreddsDataset(
                                open.peek(), XmlAnswers.value(reader, "ID"), XmlAnswers.value(reader, "name"))
                        .with(XmlAnswers.value(reader, "urlPath"), XmlAnswers.value(reader, "serviceName")));
            case "property" -> property(XmlAnswers.value(reader, "name"), XmlAnswers.value(reader, "value"));
            case "access" -> {
                ThreddsDataset dataset = open.peek();
                if (dataset != null)
                    dataset.addAccess(XmlAnswers.value(reader, "urlPath"), XmlAnswers.value(reader, "serviceName"));
            }
            case "catalogRef" ->
                refer(
                        XmlAnswers.value(reader, "href"),
                        XmlAnswers.value(reader, "title"),
                        XmlAnswers.value(reader, "name"));
            case "dataSize" -> units = XmlAnswers.value(reader, "units");
            default -> {
                // whatever else a catalog says is of no use here
            }
        }
    }

    @Override
    public void end(String name, String text) {
        ThreddsDataset dataset = open.peek();
        switch (name) {
            case "service" -> openServices.poll();
            case "serviceName" -> {
                if (dataset != null) dataset.setService(text.strip());
            }
            case "dataSize" -> {
                boolean isExact = units == null || units.equals("bytes");
                if (dataset != null && isExact) dataset.addProperty("dataSize", text.strip());
            }
            case "dataset" -> {
                open.pop();
                if (dataset != null) tell(dataset);
            }
            default -> {
                // nothing ends that matters
            }
        }
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
        String name = XmlAnswers.value(reader, "name");
        String type = XmlAnswers.value(reader, "serviceType");
        openServices.push(name);
        if (services.size() >= SERVICES_MAX)
            throw new IndexFailure("BROKEN_ANSWER", "its catalog has too many services");
        List<ThreddsService> own = services.computeIfAbsent(name, key -> new ArrayList<>());
        if (type.equalsIgnoreCase("Compound")) return;
        ThreddsService service = new ThreddsService(type, XmlAnswers.value(reader, "base"));
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
