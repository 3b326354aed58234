package org.bdm.server.site.serving;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import org.bdm.core.store.AddressPath;

/** A catalog of one directory, or of all exports, for people and search engines: directories lead to catalogs, files to their bytes. */
final class ThreddsHtml implements ListingFormat {
    private final String title;
    private final String files;

    private ThreddsHtml(String title, String files) {
        this.title = Markup.escaped(title);
        this.files = files;
    }

    /** Of one directory. */
    static ThreddsHtml of(ServedAddress directory) {
        return new ThreddsHtml(directory.shown(), directory.uri(true));
    }

    /** Of all exports. */
    static ThreddsHtml ofExports() {
        return new ThreddsHtml("Exports", "");
    }

    @Override
    public String mediaType() {
        return "text/html; charset=utf-8";
    }

    @Override
    public void begin(PacedText out) throws IOException {
        String above = files.isEmpty() ? "" : "<p><a href=\"../" + CatalogAddress.HTML + "\">Up</a></p>\n";
        out.add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Catalog " + title)
                .add("</title></head>\n<body><h1>Catalog " + title + "</h1>\n" + above)
                .add("<p><a href=\"" + CatalogAddress.XML + "\">As XML</a></p>\n")
                .add("<table><tr><th>Dataset</th><th>Bytes</th><th>Last modified</th></tr>\n");
    }

    @Override
    public void entry(ListedEntry entry, PacedText out) throws IOException {
        String encoded = AddressPath.encoded(entry.name().bytes());
        String directory = (files.isEmpty() ? CatalogAddress.PREFIX : "") + encoded + "/" + CatalogAddress.HTML;
        String shown = Markup.escaped(Markup.text(entry.name())) + (entry.isDirectory() ? "/" : "");
        out.add("<tr><td><a href=\"" + (entry.isDirectory() ? directory : files + encoded) + "\">" + shown)
                .add("</a></td><td>"
                        + (entry.isDirectory() ? "" : entry.version().size()))
                .add("</td><td>" + entry.modified().truncatedTo(ChronoUnit.SECONDS) + "</td></tr>\n");
    }

    @Override
    public void end(PacedText out) throws IOException {
        out.add("</table></body></html>\n");
    }
}
