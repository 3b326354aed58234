package org.bdm.server.catalog.job;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;

/**
 * The lists of a row of {@code job_progress} as text. They live for seconds and are only read whole, so they have no tables.
 *
 * <pre>
 *  stages  STAGE PARALLELISM BYTES_PER_SECOND WAITING PERCENT_FULL, separated by ";"
 *  files   ORDINAL_IN_THE_JOB A|V BYTES_MOVED BYTES_DURABLE, separated by ";"    A: ACTIVE, V: VERIFYING
 * </pre>
 */
final class ProgressText {
    private static final String BETWEEN = ";";

    private ProgressText() {}

    static String ofStages(List<StageLoad> stages) {
        return stages.stream()
                .map(stage -> stage.stage() + " " + stage.parallelism() + " " + stage.bytesPerSecond() + " "
                        + stage.waiting() + " " + Math.round(stage.fullness() * 100))
                .collect(Collectors.joining(BETWEEN));
    }

    static List<StageLoad> stages(String text) {
        return words(text).stream()
                .map(word -> new StageLoad(
                        word[0],
                        Integer.parseInt(word[1]),
                        Long.parseLong(word[2]),
                        Long.parseLong(word[3]),
                        Integer.parseInt(word[4]) / 100.0))
                .toList();
    }

    static String ofFiles(JobId job, List<FileUnderWay> files) {
        long first = FileNumber.first(job);
        return files.stream()
                .limit(NodeProgress.FILES_MAX)
                .map(file -> (file.file().number() - first) + (file.state() == FileState.VERIFYING ? " V " : " A ")
                        + file.bytes().moved() + " " + file.bytes().durable())
                .collect(Collectors.joining(BETWEEN));
    }

    static List<FileUnderWay> files(JobId job, String text) {
        long first = FileNumber.first(job);
        return words(text).stream()
                .map(word -> new FileUnderWay(
                        new FileId(first + Long.parseLong(word[0])),
                        word[1].equals("V") ? FileState.VERIFYING : FileState.ACTIVE,
                        new BytesUnderWay(Long.parseLong(word[2]), Long.parseLong(word[3]))))
                .toList();
    }

    private static List<String[]> words(String text) {
        if (text.isEmpty()) return List.of();
        return Arrays.stream(text.split(BETWEEN, -1))
                .map(part -> part.split(" ", -1))
                .toList();
    }
}
