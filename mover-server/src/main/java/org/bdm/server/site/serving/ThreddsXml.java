package org.bdm.server.site.serving;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.store.AddressPath;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * A THREDDS catalog of one directory (InvCatalog 1.0, version 1.2), or of all exports.
 *
 * <pre>
 *  catalog
 *   +- service "file": HTTPServer, /thredds/fileServer/
 *   +- dataset: the directory
 *       +- catalogRef: a directory in it
 *       +- dataset: a file, with dataSize and date
 *       +- dataset with the properties dataset_id and dataset_version, around files that are held as files of a dataset of ESGF
 *           +- dataset: a file, with dataSize and date; checksum and checksum_type if its bytes were verified here
 * </pre>
 *
 * Paths are percent-encoded, since readers put them behind the base of the service as they are.
 */
final class ThreddsXml implements ListingFormat {
    private static final String SERVICE = "file";

    private final String name;
    private final String path;
    private @Nullable String dataset;

    private ThreddsXml(String name, String path) {
        this.name = name;
        this.path = path;
    }

    /** Of one directory. */
    static ThreddsXml of(ServedAddress directory) {
        return new ThreddsXml(directory.shown(), directory.relative() + "/");
    }

    /** Of all exports. */
    static ThreddsXml ofExports() {
        return new ThreddsXml("Exports", "");
    }

    @Override
    public String mediaType() {
        return "application/xml; charset=utf-8";
    }

    @Override
    public boolean wantsEvidence() {
        return !path.isEmpty();
    }

    @Override
    public void begin(PacedText out) throws IOException {
        out.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .add("<catalog xmlns=\"http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0\""
                        + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.2\">\n")
                .add("  <service name=\"" + SERVICE + "\" serviceType=\"HTTPServer\" base=\"" + ServedAddress.FILES
                        + "\" />\n")
                .add("  <dataset name=\"" + Markup.escaped(name) + "\" ID=\"" + Markup.escaped(name) + "\">\n")
                .add("    <metadata inherited=\"true\"><serviceName>" + SERVICE + "</serviceName></metadata>\n");
    }

    @Override
    public void entry(ListedEntry entry, PacedText out) throws IOException {
        String shown = Markup.escaped(Markup.text(entry.name()));
        if (entry.isDirectory()) {
            enter(null, out);
            // The catalog of all exports is at two addresses: a path from the root is right at both.
            String href = (path.isEmpty() ? CatalogAddress.PREFIX : "")
                    + AddressPath.encoded(entry.name().bytes());
            out.add("    <catalogRef xlink:href=\"" + href + "/" + CatalogAddress.XML + "\" xlink:title=\"" + shown
                    + "\" ID=\"" + id(shown) + "\" name=\"\" />\n");
            return;
        }
        Holding holding = entry.holding();
        enter(holding != null && ServedDigests.isSeenAs(holding, entry.version()) ? holding.dataset() : null, out);
        out.add("    <dataset name=\"" + shown + "\" ID=\"" + id(shown) + "\" urlPath=\"" + path
                        + AddressPath.encoded(entry.name().bytes()) + "\">\n")
                .add("      <dataSize units=\"bytes\">" + entry.version().size() + "</dataSize>\n")
                .add("      <date type=\"modified\">" + date(entry.modified()) + "</date>\n");
        if (holding != null) addChecksum(holding, entry, out);
        out.add("    </dataset>\n");
    }

    private String id(String shown) {
        return Markup.escaped(name) + "/" + shown;
    }

    private static void addChecksum(Holding holding, ListedEntry entry, PacedText out) throws IOException {
        Optional<Checksum> digest = ServedDigests.strongest(holding, entry.version());
        if (digest.isEmpty()) return;
        String type = digest.get().algorithm().standardName().replace("-", "");
        addProperty("checksum", digest.get().hex(), out);
        addProperty("checksum_type", type, out);
    }

    /** Ends the dataset of ESGF that the entries before belonged to, and begins that of the next; null for none. */
    private void enter(@Nullable String next, PacedText out) throws IOException {
        if (Objects.equals(dataset, next)) return;
        if (dataset != null) out.add("    </dataset>\n");
        dataset = next;
        if (next == null) return;
        DatasetName known = DatasetName.of(next);
        out.add("    <dataset name=\"" + Markup.escaped(next) + "\" ID=\"" + Markup.escaped(next) + "\">\n");
        addProperty("dataset_id", known.masterId(), out);
        addProperty("dataset_version", known.version(), out);
    }

    private static void addProperty(String property, String value, PacedText out) throws IOException {
        out.add("      <property name=\"" + property + "\" value=\"" + Markup.escaped(value) + "\" />\n");
    }

    private static String date(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    @Override
    public void end(PacedText out) throws IOException {
        enter(null, out);
        out.add("  </dataset>\n</catalog>\n");
    }
}
