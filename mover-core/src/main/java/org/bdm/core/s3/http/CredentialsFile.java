package org.bdm.core.s3.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * A file with credentials as AWS writes it, read again when it has changed, since temporary ones are replaced in place:
 *
 * <pre>
 *   [default]
 *   aws_access_key_id = ..
 *   aws_secret_access_key = ..
 *   aws_session_token = ..          only of temporary ones
 * </pre>
 *
 * A file that others can read is refused. What it holds is in no error and no log. Safe on any thread that may block.
 */
public final class CredentialsFile {
    private static final long BYTES_MAX = 1 << 20;
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Path file;
    private final String profile;
    private @Nullable Read last; // guarded by this

    private record Read(Object state, S3Credentials credentials) {}

    /** A profile of a file, which is not read yet. */
    public CredentialsFile(Path file, String profile) {
        this.file = file;
        this.profile = profile;
    }

    /** Returns the file, for who checks where secrets lie. */
    public Path file() {
        return file;
    }

    /**
     * Refuses a file that cannot be used now.
     *
     * @throws MoverException PERMISSION
     */
    public void check() {
        S3Credentials unused = current();
    }

    /** The credentials as they are now; PERMISSION if the file cannot be used. */
    synchronized S3Credentials current() {
        try {
            PosixFileAttributes attributes = Files.getFileAttributeView(file, PosixFileAttributeView.class)
                    .readAttributes();
            Object state = List.of(
                    attributes.size(),
                    attributes.lastModifiedTime(),
                    String.valueOf(attributes.fileKey()),
                    attributes.permissions());
            Read known = last;
            if (known != null && known.state().equals(state)) return known.credentials();
            if (attributes.permissions().stream().anyMatch(OF_OTHERS::contains))
                throw refused("others can read it or write to it; run chmod 600 " + file, null);
            if (attributes.size() > BYTES_MAX) throw refused("it is larger than a file of credentials", null);
            S3Credentials read = parse(Files.readAllLines(file));
            last = new Read(state, read);
            return read;
        } catch (IOException e) {
            throw refused("it cannot be read (" + e.getClass().getSimpleName() + ")", null); // no content in a cause
        }
    }

    private S3Credentials parse(List<String> lines) {
        Map<String, String> values = new HashMap<>();
        boolean isOurs = false;
        boolean isFound = false;
        for (String line : lines) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#") || text.startsWith(";")) continue;
            if (text.startsWith("[") && text.endsWith("]")) {
                String section = text.substring(1, text.length() - 1).strip();
                isOurs = section.equals(profile) || section.equals("profile " + profile);
                isFound |= isOurs;
                continue;
            }
            int equals = text.indexOf('=');
            if (!isOurs || equals < 0) continue;
            String name = text.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            values.put(name, text.substring(equals + 1).strip());
        }
        if (!isFound) throw refused("it has no section [" + profile + "]", null);
        return new S3Credentials(
                required(values, "aws_access_key_id"),
                required(values, "aws_secret_access_key"),
                Optional.ofNullable(values.get("aws_session_token")).filter(token -> !token.isEmpty()));
    }

    private String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null || value.isEmpty()) throw refused("section [" + profile + "] has no " + name, null);
        return value;
    }

    private MoverException refused(String why, @Nullable Throwable cause) {
        return new MoverException(
                ErrorCode.PERMISSION, "the file of S3 credentials " + file + " is not used: " + why, cause);
    }
}
