package org.bdm.server.support;

import java.io.IOException;
import java.io.Writer;

/** One file of a support bundle: text, of which secrets are removed on its way. */
public interface BundlePart {
    /** Its name in the archive, such as {@code nodes.json}. */
    String file();

    /** True if it reads the catalog; such parts come last, since they may be slow where the catalog is the trouble. */
    boolean readsCatalog();

    /**
     * Writes it; may block.
     *
     * @throws IOException only if {@code out} failed; whatever else fails is thrown as a runtime exception
     */
    void write(Writer out) throws IOException;

    /** The content of a part. */
    @FunctionalInterface
    interface Content {
        /** Writes it, with errors as of {@link BundlePart#write}. */
        void write(Writer out) throws IOException;
    }

    /** A part of this process alone. */
    static BundlePart ofProcess(String file, Content content) {
        return of(file, false, content);
    }

    /** A part that reads the catalog. */
    static BundlePart ofCatalog(String file, Content content) {
        return of(file, true, content);
    }

    private static BundlePart of(String file, boolean readsCatalog, Content content) {
        return new BundlePart() {
            @Override
            public String file() {
                return file;
            }

            @Override
            public boolean readsCatalog() {
                return readsCatalog;
            }

            @Override
            public void write(Writer out) throws IOException {
                content.write(out);
            }
        };
    }
}
