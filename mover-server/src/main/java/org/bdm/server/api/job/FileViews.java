package org.bdm.server.api.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.OpenFileView;
import org.bdm.core.control.job.OriginView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.ReusedFile;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Files of jobs as the API shows them. */
final class FileViews {
    private FileViews() {}

    /**
     * A file as the catalog has it, and as it is while it is moved.
     *
     * @param live null if it is not under way
     * @param reused null if all of it was moved
     * @param origins from where it came, if that is known
     */
    static FileView of(FileRow row, @Nullable FileUnderWay live, @Nullable ReusedFile reused, List<Origin> origins) {
        FileUnderWay underWay = row.state().isFinal() ? null : live;
        BytesUnderWay bytes = underWay == null ? BytesUnderWay.NONE : underWay.bytes();
        FileTrouble trouble = row.trouble();
        Evidence evidence = row.evidence();
        return new FileView(
                row.id().toString(),
                kind(row.status().kind()),
                place(row.item().source().shown(), row),
                destination(row),
                row.status().version().size(),
                row.effort().bytesMoved() - row.effort().bytesResent() + bytes.moved(),
                row.state() == FileState.DONE ? row.status().version().size() : bytes.durable(),
                (underWay == null ? row.state() : underWay.state()).name(),
                trouble == null ? null : trouble.code().name(),
                trouble == null ? null : ProblemText.shown(trouble.text()),
                evidence == null ? null : evidence.level().shownAs(),
                evidence == null ? null : digest(evidence),
                row.effort().attempts(),
                row.status().version().modified(),
                underWay == null ? row.since() : null,
                underWay != null || trouble == null ? null : trouble.notBefore(),
                reused == null ? null : way(reused.reuse().way()),
                reused == null ? null : reused.takenFrom(),
                origins.stream()
                        .map(origin -> new OriginView(ProblemText.shown(origin.place()), origin.bytes()))
                        .toList(),
                evidence == null ? null : restsOn(row, origins),
                null,
                List.of());
    }

    /** Of a file of data nodes for which no digest is published: nobody but them vouches for its bytes. */
    private static @Nullable String restsOn(FileRow row, List<Origin> origins) {
        List<String> asked = new ArrayList<>();
        long came = 0;
        for (Origin origin : origins) {
            came += origin.bytes();
            Origin.Asked how = origin.asked();
            if (how != null) asked.add(how.text() + " to " + ProblemText.shown(origin.place()));
        }
        if (!row.expected().isEmpty() || asked.isEmpty()) return null;
        String earlier = came < row.status().version().size() ? ", and what an earlier run brought" : "";
        return String.join(", ", asked) + earlier + "; no digest is published";
    }

    private static String way(Reuse.Way way) {
        return switch (way) {
            case COPIED -> "copy";
            case LINKED -> "link";
            case REPAIRED -> "repair";
        };
    }

    static OpenFileView open(FileRow row) {
        FileTrouble trouble = row.trouble();
        return new OpenFileView(
                row.id().toString(),
                destination(row),
                row.state().name(),
                row.effort().attempts(),
                trouble == null || neverFails(trouble.code()) ? null : EarlierRuns.MAX,
                trouble == null ? null : trouble.code().name(),
                trouble == null ? null : ProblemText.shown(trouble.text()),
                row.since(),
                trouble == null ? null : trouble.notBefore());
    }

    /** True for errors that pass with other work and say nothing of the file, which waits for as long as that takes. */
    private static boolean neverFails(ErrorCode code) {
        return switch (code) {
            case DESTINATION_BUSY, HARD_LINK_WAITS, TOO_MANY_OPEN_FILES, BEING_STAGED -> true;
            default -> false;
        };
    }

    static String destination(FileRow row) {
        return place(row.item().item().destination(), row);
    }

    /** Of an item, what belongs to this file; an item is kept in its normal form, so it can be parsed. */
    private static String place(String item, FileRow row) {
        if (row.path().isRoot()) return item;
        Endpoint root = Endpoint.parse(item);
        return root.withPath(row.path().below(root.path())).toString();
    }

    static String kind(FileKind kind) {
        return kind == FileKind.SPECIAL ? "OTHER" : kind.name();
    }

    private static DigestValue digest(Evidence evidence) {
        return new DigestValue(
                evidence.digest().algorithm().name().toLowerCase(Locale.ROOT),
                evidence.digest().hex());
    }
}
