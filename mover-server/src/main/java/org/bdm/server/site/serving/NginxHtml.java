package org.bdm.server.site.serving;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.bdm.core.store.AddressPath;

/**
 * A listing as nginx's autoindex writes it, to the letter: programs take it apart.
 *
 * <pre>
 *  &lt;a href="a%20b.nc"&gt;a b.nc&lt;/a&gt;                      02-Jan-2020 03:04                1234
 *                     |&lt;-- 50 characters, or 47 and ..&gt; --&gt;|                 |&lt;-- 19 --&gt;|
 * </pre>
 *
 * One difference: directories stand among the files, in the order of the bytes of names.
 */
final class NginxHtml implements ListingFormat {
    private static final int NAME_LENGTH = 50;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd-MMM-uuuu HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String NEW_LINE = "\r\n";

    private final String title;

    /** Of the directory at this address, decoded. */
    NginxHtml(String directory) {
        this.title = "Index of " + Markup.escaped(directory);
    }

    @Override
    public String mediaType() {
        return "text/html; charset=utf-8";
    }

    @Override
    public void begin(PacedText out) throws IOException {
        out.add("<html>" + NEW_LINE + "<head><title>" + title + "</title></head>" + NEW_LINE + "<body>" + NEW_LINE)
                .add("<h1>" + title + "</h1><hr><pre><a href=\"../\">../</a>" + NEW_LINE);
    }

    @Override
    public void entry(ListedEntry entry, PacedText out) throws IOException {
        String slash = entry.isDirectory() ? "/" : "";
        String shown = Markup.text(entry.name()).replaceAll("[\\r\\n\\t]", "\ufffd") + slash;
        int length = shown.codePointCount(0, shown.length());
        String name = length <= NAME_LENGTH
                ? Markup.escaped(shown) + "</a>" + " ".repeat(NAME_LENGTH - length)
                : Markup.escaped(shown.substring(0, shown.offsetByCodePoints(0, NAME_LENGTH - 3))) + "..&gt;</a>";
        String size = entry.isDirectory() ? "-" : String.valueOf(entry.version().size());
        out.add("<a href=\"" + AddressPath.encoded(entry.name().bytes()) + slash + "\">" + name + " ")
                .add(TIME.format(entry.modified()) + " ")
                .add(" ".repeat(Math.max(0, 19 - size.length())) + size + NEW_LINE);
    }

    @Override
    public void end(PacedText out) throws IOException {
        out.add("</pre><hr></body>" + NEW_LINE + "</html>" + NEW_LINE);
    }
}
