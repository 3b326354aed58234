package org.bdm.server.support;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A support bundle of this node: a zip archive, written while it is gathered. Any thread that may block. */
public final class SupportBundle {
    private static final Logger LOG = LoggerFactory.getLogger(SupportBundle.class);
    private static final long CHARACTERS_MAX = 16L << 20; // of one file
    private static final String ABOUT = """
            Support bundle of the Bulk Data Mover, for whoever looks into a defect.

            Passwords, tokens, invitations, private keys and credentials in addresses were removed and
            replaced by [removed]. Names of hosts, users, directories, datasets and jobs are in here:
            look through it before you hand it to somebody outside your organisation.
            errors.txt, if it is there, names what could not be gathered, and why.
            """;

    private final List<BundlePart> parts;
    private final KnownSecrets secrets;
    private final Clock clock;

    /** Of these parts; those that read the catalog come last. */
    public SupportBundle(List<BundlePart> parts, KnownSecrets secrets, Clock clock) {
        List<BundlePart> ordered = new ArrayList<>(parts);
        ordered.sort(Comparator.comparing(BundlePart::readsCatalog).thenComparing(BundlePart::file));
        this.parts = List.copyOf(ordered);
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * Writes the archive; does not close {@code out}.
     *
     * @throws IOException if {@code out} fails
     */
    public void write(OutputStream out) throws IOException {
        Set<String> known = secrets.now(); // before anything is written: without them nothing may be
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        add(zip, known, BundlePart.ofProcess("README.txt", text -> text.write(ABOUT)));
        StringBuilder errors = new StringBuilder();
        for (BundlePart part : parts) {
            try {
                add(zip, known, part);
            } catch (RuntimeException e) {
                LOG.warn("support bundle: {} is missing or incomplete", part.file(), e);
                errors.append(part.file()).append(": ").append(e).append('\n');
            }
        }
        if (errors.length() > 0)
            add(zip, known, BundlePart.ofProcess("errors.txt", text -> text.write(errors.toString())));
        zip.finish();
    }

    private void add(ZipOutputStream zip, Set<String> known, BundlePart part) throws IOException {
        ZipEntry entry = new ZipEntry(part.file());
        entry.setTime(clock.millis());
        zip.putNextEntry(entry);
        Writer text = new OutputStreamWriter(zip, StandardCharsets.UTF_8);
        SecretFilter filter = new SecretFilter(text, new SecretRemoval(known), CHARACTERS_MAX);
        try {
            part.write(filter);
        } finally {
            filter.close();
            zip.closeEntry();
        }
    }
}
