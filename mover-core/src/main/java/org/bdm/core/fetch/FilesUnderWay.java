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
    private int begun;

    /** Counts anew. A file that was asked for is shown as ACTIVE when bytes of it came, or as the one that a stream is about to bring. */
    void look(Collection<FileProgress> open, int streams) {
        BytesUnderWay bytes = ended;
        List<FileUnderWay> files = new ArrayList<>();
        List<FileUnderWay> asked = new ArrayList<>();
        begun = 0;
        for (FileProgress file : open) {
            BytesUnderWay counted = file.countUnderWay();
            bytes = bytes.plus(counted);
            FileState state = file.stage().shownAs();
            if (state == FileState.PENDING) continue;
            boolean isAsked = state == FileState.ACTIVE && counted.moved() == 0;
            if (state == FileState.ACTIVE && !isAsked) begun++;
            List<FileUnderWay> into = isAsked ? asked : files;
            if (into.size() < FetchProgress.FILES_MAX) into.add(new FileUnderWay(file.id(), state, counted));
        }
        int next = arriving(begun + asked.size(), streams) - begun;
        for (int i = 0; i < next && files.size() < FetchProgress.FILES_MAX; i++) files.add(asked.get(i));
        sum = bytes;
        shown = List.copyOf(files);
    }

    /** Of so many files that were asked for: those of which bytes came, and at least one for each stream. */
    int arriving(int asked, int streams) {
        return Math.min(asked, Math.max(begun, Math.max(1, streams)));
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
