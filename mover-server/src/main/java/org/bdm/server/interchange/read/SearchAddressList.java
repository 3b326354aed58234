package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;

/** Addresses of searches, one a line, as they are copied from a portal or a script: {@code https://HOST/esg-search/search?FACET=VALUE&..}. */
final class SearchAddressList implements ListFormat, LineParser {
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s/?#]++[^\\s?#]*+\\?[^\\s#]++");

    private static final Pattern SEARCH = Pattern.compile("(?i)/[^/]*(?:search|wget|bridge)[^/]*/?$");

    @Override
    public String name() {
        return "search-addresses";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(SearchAddressList::fits);
    }

    /** Addresses of pages have questions too: that of a search says so in its path. */
    private static boolean fits(String line) {
        int question = line.indexOf('?');
        return question > 0
                && ADDRESS.matcher(line).matches()
                && line.indexOf('=') > 0
                && SEARCH.matcher(line.substring(0, question)).find();
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        parseAll(in, receiver);
    }

    @Override
    public void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine {
        if (!fits(line.text())) {
            throw new RefusedLine(QuotedText.of(line.text()) + " is not the address of a search with a query");
        }
        new SearchAddress(line.number(), ListedPath.url(line.text())).tell(receiver);
    }
}
