package org.bdm.server.interchange.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.bdm.core.fault.MoverException;
import org.bdm.core.receipt.ReceiptVerifier;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.testkit.JsonReceiptLine;

/**
 * What the fuzzer calls, one nested class for each parser, and what must hold for any input: nothing is thrown but a refusal, every line
 * that is told is there, and no text that is told can steer a terminal.
 */
final class ListFuzz {
    private ListFuzz() {}

    public static final class Recognised {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            try {
                new ListReader().read(new ByteArrayInputStream(input), new Watch(input));
            } catch (MoverException e) {
                harmless(e.getMessage());
            }
        }
    }

    public static final class Wget {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new WgetScript(), input);
        }
    }

    public static final class Metalink {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new MetalinkDocument(), input);
        }
    }

    public static final class Esgpull {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new EsgpullQueries(), input);
        }
    }

    public static final class Requests {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new FacetRequests(), input);
        }
    }

    public static final class MapfileLines {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new Mapfile(), input);
        }
    }

    public static final class Digests {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new DigestList(), input);
        }
    }

    public static final class Synda {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new SyndaSelection(), input);
        }
    }

    public static final class SyndaRows {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new SyndaFiles(), input);
        }
    }

    public static final class Globus {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new GlobusBatch(), input);
        }
    }

    public static final class Datasets {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new DatasetList(), input);
        }
    }

    public static final class DrsPaths {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new DrsPathList(), input);
        }
    }

    public static final class Catalog {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new CatalogJson(), input);
        }
    }

    public static final class SearchAddresses {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new SearchAddressList(), input);
        }
    }

    public static final class Variables {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            read(new VariableRequest(), input);
        }
    }

    public static final class Receipts {
        public static void fuzzerTestOneInput(byte[] input) throws IOException {
            try {
                ReceiptVerifier.verify(new ByteArrayInputStream(input), JsonReceiptLine::read);
            } catch (MoverException e) {
                harmless(e.getMessage());
            }
        }
    }

    /** The recogniser is asked too, since it reads the same bytes. */
    private static void read(ListFormat format, byte[] input) throws IOException {
        if (format.likeness(FileStart.of(input)) < 0) throw new AssertionError("less than nothing fits");
        format.read(new ByteArrayInputStream(input), new Watch(input));
    }

    private static void harmless(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) throw new AssertionError("a control character: " + text);
    }

    /** Checks what is told. */
    private static final class Watch implements EntryReceiver {
        private final long lines;

        Watch(byte[] input) {
            // XML has other ends of lines too.
            this.lines = input.length + 1L;
        }

        private void line(long line) {
            if (line < 1 || line > lines) throw new AssertionError("there is no line " + line);
        }

        @Override
        public void entry(long line, ImportedEntry entry) {
            line(line);
            if (entry.files() < 0) throw new AssertionError("less than no file");
            Long sizeBytes = entry.sizeBytes();
            if (sizeBytes != null && sizeBytes < 0) throw new AssertionError("less than no byte");
            if (entry instanceof ListedFile file && ("/" + file.path() + "/").contains("/../")) {
                throw new AssertionError("a path leads upwards: " + file.path());
            }
            DatasetName dataset = entry.dataset();
            if (dataset != null) harmless(dataset.instanceId());
        }

        @Override
        public void refused(long line, String reason) {
            line(line);
            harmless(reason);
        }

        @Override
        public void warned(long line, String text) {
            line(line);
            harmless(text);
        }
    }
}
