package org.bdm.server.interchange.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.ListedQuery;

/** Reads a list and keeps all that was told. */
public final class Told implements EntryReceiver {
    public final List<ImportedEntry> entries = new ArrayList<>();
    public final List<String> refused = new ArrayList<>();
    public final List<String> warned = new ArrayList<>();
    public String format = "";

    public static Told of(String list) {
        return of(list.getBytes(StandardCharsets.UTF_8));
    }

    public static Told of(byte[] list) {
        return of(new ByteArrayInputStream(list));
    }

    public static Told of(InputStream list) {
        Told told = new Told();
        try {
            told.format = new ListReader().read(list, told);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return told;
    }

    public ListedFile file(int index) {
        return (ListedFile) entries.get(index);
    }

    ListedQuery query(int index) {
        return (ListedQuery) entries.get(index);
    }

    @Override
    public void entry(long line, ImportedEntry entry) {
        entries.add(entry);
    }

    @Override
    public void refused(long line, String reason) {
        refused.add(line + ": " + reason);
    }

    @Override
    public void warned(long line, String text) {
        warned.add(line + ": " + text);
    }
}
