package org.bdm.client.output;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bdm.core.control.job.JobOptions;
import org.jspecify.annotations.Nullable;

/** The options of a job as one line: each by the name of its option of the command, so that a new one needs no words here. */
final class OptionWords {
    /** Said in lines of their own. */
    private static final Set<String> ELSEWHERE =
            Set.of("include", "exclude", "priority", "maxRateBytesPerSecond", "sourcePolicy");

    /** Values that most jobs have and that nobody would look for. */
    private static final Map<String, String> USUAL =
            Map.of("hardLinks", "copy", "order", "listed", "onNoSpace", "pause");

    private OptionWords() {}

    /** Empty if nothing is worth saying. */
    static String of(JobOptions options) {
        List<String> words = new ArrayList<>();
        for (RecordComponent option : JobOptions.class.getRecordComponents()) {
            Object value = ELSEWHERE.contains(option.getName()) ? null : value(option, options);
            if (value == null || value.equals(USUAL.get(option.getName())) || value.equals(false)) continue;
            String name = option.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            words.add(value.equals(true) ? name : name + " " + value);
        }
        return String.join(", ", words);
    }

    private static @Nullable Object value(RecordComponent option, JobOptions options) {
        try {
            return option.getAccessor().invoke(options);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(option + " cannot be read", e);
        }
    }
}
