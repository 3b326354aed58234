package org.bdm.client.cli.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.file.ByteSpan;
import org.bdm.client.file.FileContent;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base of the verbs that read one file. */
abstract class FileVerb extends Verb {
    @Option(
            names = "--digest",
            paramLabel = "ALG",
            description = "Print the digest of what was read to standard error: sha256, md5 or crc32c.")
    @Nullable String digest;

    @Option(
            names = "--expect",
            paramLabel = "ALG:HEX",
            description =
                    "The digest of the whole file, such as sha256:9f86..; else that which its site tells, if any.")
    @Nullable String expect;

    /** Finds the file of an address. */
    final FileSource source(String address, boolean mayBeHere) {
        try {
            if (FileSource.isAtSite(address)) return FileSource.atSite(address, new FileSource.Site(api(), address()));
            if (FileSource.isWeb(address))
                return FileSource.atDataNode(address, connections().certificateFile(front().options(), options()));
            if (mayBeHere) return FileSource.here(Path.of(address));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        throw usage("not an address of a file: " + address + "; write bdm://SITE/EXPORT/path or https://..");
    }

    /** Passes the file on to {@code out}, and prints its digest if that is wanted. */
    final ExitCode pass(FileSource source, @Nullable ByteSpan part, Taker taker) {
        ChecksumAlgorithm wanted = algorithm();
        List<Checksum> expected = new ArrayList<>(expected());
        FileContent content = opened(source, part);
        try (InputStream bytes = content.bytes()) {
            if (content.digest() != null) expected.add(content.digest());
            PassedBytes passed = new PassedBytes(expected, wanted);
            Map<ChecksumAlgorithm, Checksum> found =
                    taker.take(out -> passed.from(content, out), content, () -> passed.finish(source.name()));
            if (wanted != null)
                terminal()
                        .message(wanted.name().toLowerCase(Locale.ROOT) + ":"
                                + Objects.requireNonNull(found.get(wanted)).hex());
            return ExitCode.DONE;
        } catch (PassedBytes.TakerIsGone gone) {
            return ExitCode.FILES_FAILED; // nobody is there who could read a word
        } catch (IOException e) {
            throw new UncheckedIOException(source.name() + ": " + e.getMessage(), e);
        }
    }

    /** Writes the content somewhere. */
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    /** Says whether the content is what was expected; throws if not. */
    interface Verdict {
        Map<ChecksumAlgorithm, Checksum> whole();
    }

    /** Takes the content, and keeps it only if it is whole. */
    interface Taker {
        Map<ChecksumAlgorithm, Checksum> take(Content content, FileContent facts, Verdict verdict) throws IOException;
    }

    /** Passes the bytes on to standard output as they come. */
    final Map<ChecksumAlgorithm, Checksum> toOutput(Content content, Verdict verdict) throws IOException {
        OutputStream out = front().surroundings().bytes();
        content.to(out);
        out.flush();
        return verdict.whole();
    }

    private FileContent opened(FileSource source, @Nullable ByteSpan part) {
        try {
            return source.opening().open(part);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private @Nullable ChecksumAlgorithm algorithm() {
        String name = digest;
        if (name == null) return null;
        return ChecksumAlgorithm.ofName(name)
                .orElseThrow(() -> usage("--digest is none of sha256, md5 and crc32c: " + name));
    }

    private List<Checksum> expected() {
        if (expect == null) return List.of();
        String[] parts = expect.split(":", 2);
        try {
            if (parts.length == 2)
                return List.of(Checksum.ofHex(
                        ChecksumAlgorithm.ofName(parts[0]).orElseThrow(IllegalArgumentException::new), parts[1]));
        } catch (IllegalArgumentException e) {
            throw usage("--expect is not ALG:HEX with sha256, md5 or crc32c: " + expect);
        }
        throw usage("--expect is not ALG:HEX with sha256, md5 or crc32c: " + expect);
    }
}
