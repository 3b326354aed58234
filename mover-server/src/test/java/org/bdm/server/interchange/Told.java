package org.bdm.server.interchange;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a list and keeps all that was told. */
final class Told implements EntryReceiver {
    final List<ImportedEntry> entries = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    final List<String> warned = new ArrayList<>();
    String format = "";

    static Told of(String list) {
        return of(list.getBytes(StandardCharsets.UTF_8));
    }

    static Told of(byte[] list) {
        return of(new ByteArrayInputStream(list));
    }

    static Told of(InputStream list) {
        Told told = new Told();
        try {
            told.format = new ListReader().read(list, told);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return told;
    }

    ListedFile file(int index) {
        return (ListedFile) entries.get(index);
    }

    DatasetQuery query(int index) {
        return (DatasetQuery) entries.get(index);
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
