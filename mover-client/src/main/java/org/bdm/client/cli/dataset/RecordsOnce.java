package org.bdm.client.cli.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts lists behind each other, and leaves out what is in them already: a file of two jobs would go to one destination twice. A record is a line
 * with the lines behind it that begin with a blank. Belongs to one thread.
 */
final class RecordsOnce {
    private final OutputStream out;
    private final Set<Long> written = new HashSet<>();

    RecordsOnce(OutputStream out) {
        this.out = out;
    }

    void add(InputStream list) throws IOException {
        // Each byte is a character, so that bytes come out as they went in.
        BufferedReader lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.ISO_8859_1));
        StringBuilder record = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.startsWith("  ")) write(record);
            record.append(line).append('\n');
        }
        write(record);
    }

    private void write(StringBuilder record) throws IOException {
        byte[] bytes = record.toString().getBytes(StandardCharsets.ISO_8859_1);
        record.setLength(0);
        if (bytes.length > 0 && written.add(hash(bytes))) out.write(bytes);
    }

    private static long hash(byte[] bytes) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
