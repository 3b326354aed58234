package org.bdm.server.site.serving;

import java.io.IOException;
import org.bdm.core.store.AddressPath;

/**
 * A listing as nginx writes it with {@code autoindex_format json}: name, type, mtime and size. Each entry also has {@code href}, its address
 * relative to that of the listing, since JSON has no form for names that are not UTF-8.
 */
final class NginxJson implements ListingFormat {
    private static final String NEW_LINE = "\r\n";

    private boolean isFirst = true;

    @Override
    public String mediaType() {
        return "application/json";
    }

    @Override
    public void begin(PacedText out) throws IOException {
        out.add("[");
    }

    @Override
    public void entry(ListedEntry entry, PacedText out) throws IOException {
        String slash = entry.isDirectory() ? "/" : "";
        out.add((isFirst ? "" : ",") + NEW_LINE)
                .add("{ \"name\":" + Markup.json(Markup.text(entry.name())))
                .add(", \"type\":\"" + (entry.isDirectory() ? "directory" : "file") + "\"")
                .add(", \"mtime\":\"" + ServedValidators.date(entry.modified()) + "\"")
                .add(entry.isDirectory() ? "" : ", \"size\":" + entry.version().size())
                .add(", \"href\":\"" + AddressPath.encoded(entry.name().bytes()) + slash + "\" }");
        isFirst = false;
    }

    @Override
    public void end(PacedText out) throws IOException {
        out.add(NEW_LINE + "]");
    }
}
