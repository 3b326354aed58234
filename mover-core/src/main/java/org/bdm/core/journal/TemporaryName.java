package org.bdm.core.journal;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/**
 * A temporary file in a work area: {@code FILE-EPOCH-LEASE.part}, or {@code FILE-EPOCH.part} where there are no leases (0). The lease in the name
 * is what stops a process that was overtaken: the next holder renames the file, and the former one finds nothing to place.
 *
 * <p>{@code FILE-EPOCH-LEASE.left} is a file that a former holder may still have open and write into: it is read, and never placed or written to.
 *
 * @param isLeft whether it is such a one
 */
public record TemporaryName(FileId file, Epoch epoch, int lease, boolean isLeft) {
    private static final Pattern SHAPE =
            Pattern.compile("([1-9][0-9]{0,18})-([1-9][0-9]{0,9})(?:-([1-9][0-9]{0,9}))?\\.(part|left)");

    /** The name of this attempt at this file. */
    public static String of(FileId file, Epoch epoch, int lease) {
        return new TemporaryName(file, epoch, lease, false).toString();
    }

    /** The parts of a name; empty if it is another kind of file. */
    static Optional<TemporaryName> parse(String name) {
        Matcher shape = SHAPE.matcher(name);
        if (!shape.matches()) return Optional.empty();
        try {
            FileId file = new FileId(Long.parseLong(shape.group(1)));
            Epoch epoch = new Epoch(Integer.parseInt(shape.group(2)));
            int lease = shape.group(3) == null ? 0 : Integer.parseInt(shape.group(3));
            return Optional.of(
                    new TemporaryName(file, epoch, lease, shape.group(4).equals("left")));
        } catch (NumberFormatException tooLong) {
            return Optional.empty();
        }
    }

    /** The same attempt under another lease. */
    TemporaryName under(int otherLease, boolean isLeftThere) {
        return new TemporaryName(file, epoch, otherLease, isLeftThere);
    }

    @Override
    public String toString() {
        String attempt = file.number() + "-" + epoch.number();
        return (lease == 0 ? attempt : attempt + "-" + lease) + (isLeft ? ".left" : ".part");
    }
}
