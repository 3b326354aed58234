package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bdm.core.transfer.FileState;

/**
 * Progress of the unfinished files of a session, for display. Counted now and then rather than with each block: many small
 * files would pay for it. What has ended counts until its outcome is told, and never beside it. Owner only.
 */
final class FilesUnderWay {
    private BytesUnderWay sum = BytesUnderWay.NONE;
    private BytesUnderWay ended = BytesUnderWay.NONE;
    private List<FileUnderWay> shown = List.of();

    /** Counts anew. */
    void look(Collection<FileProgress> open) {
        BytesUnderWay bytes = ended;
        List<FileUnderWay> files = new ArrayList<>();
        for (FileProgress file : open) {
            BytesUnderWay counted = file.countUnderWay();
            bytes = bytes.plus(counted);
            FileState state = file.stage().shownAs();
            if (state != FileState.PENDING && files.size() < FetchProgress.FILES_MAX)
                files.add(new FileUnderWay(file.id(), state, counted));
        }
        sum = bytes;
        shown = List.copyOf(files);
    }

    void ended(FileProgress file) {
        ended = ended.plus(file.bytesCounted());
    }

    /** The outcomes of all that have ended are about to be told. */
    void told() {
        sum = sum.minus(ended);
        ended = BytesUnderWay.NONE;
    }

    BytesUnderWay bytes() {
        return sum;
    }

    List<FileUnderWay> files() {
        return shown;
    }
}
