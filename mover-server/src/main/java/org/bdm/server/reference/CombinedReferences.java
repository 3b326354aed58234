package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Combines the sets of files that are one dataset, one after the other in time. Only what agrees is combined: anything else would read as
 * wrong values, without a word. All else is refused with the names of both files.
 */
final class CombinedReferences {
    private final List<ReferenceSet> sets;
    private final TimeAxis axis;
    private final List<String> notes = new ArrayList<>();

    private CombinedReferences(List<ReferenceSet> sets) {
        this.axis = TimeAxis.of(sets);
        this.sets = axis.sets();
    }

    /**
     * One set of several of one file each.
     *
     * @throws MoverException UNSUPPORTED with the names of the files that do not agree
     */
    static ReferenceSet of(List<ReferenceSet> sets) {
        for (ReferenceSet set : sets) {
            if (set.groups().size() > 1) {
                throw refused("has groups, and only files without are combined", set, null);
            }
        }
        return new CombinedReferences(sets).combined();
    }

    static MoverException refused(String what, ReferenceSet one, @Nullable ReferenceSet other) {
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                one.files().get(0).name() + " " + what
                        + (other == null
                                ? ""
                                : ", unlike " + other.files().get(0).name())
                        + ": make a set of each file");
    }

    private ReferenceSet combined() {
        requireSameVariables();
        notes.addAll(axis.gaps());
        for (ReferenceSet set : sets) {
            for (String note : set.notes()) notes.add(set.files().get(0).name() + ": " + note);
        }
        List<ReferencedArray> arrays = new ArrayList<>();
        for (ReferencedArray array : sets.get(0).arrays()) {
            List<ReferencedArray> parts =
                    sets.stream().map(set -> find(set, array.path())).toList();
            arrays.add(axis.isAlong(array) ? new JoinedArray(sets, axis, parts).joined() : same(parts));
            noteOtherAttributes(parts);
        }
        List<SetFile> files = sets.stream().map(set -> set.files().get(0)).toList();
        return new ReferenceSet(files, List.of(new ReferencedGroup("", attributes())), arrays, notes);
    }

    private static ReferencedArray find(ReferenceSet set, String path) {
        return set.arrays().stream()
                .filter(array -> array.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no array " + path));
    }

    private void requireSameVariables() {
        Set<String> wanted = names(sets.get(0));
        for (ReferenceSet set : sets) {
            Set<String> names = names(set);
            if (names.equals(wanted)) continue;
            Set<String> different = new TreeSet<>(names);
            different.removeAll(wanted);
            Set<String> missing = new TreeSet<>(wanted);
            missing.removeAll(names);
            throw refused(
                    missing.isEmpty() ? "has the variables " + different : "lacks the variables " + missing,
                    set,
                    sets.get(0));
        }
    }

    private static Set<String> names(ReferenceSet set) {
        Set<String> names = new TreeSet<>();
        set.arrays().forEach(array -> names.add(array.path()));
        return names;
    }

    /** A variable without time is taken once; where its values are known they have to be the same in all files. */
    private ReferencedArray same(List<ReferencedArray> parts) {
        ReferencedArray first = parts.get(0);
        for (int i = 1; i < parts.size(); i++) {
            String difference = Agreement.differenceOfStatics(first, parts.get(i));
            if (difference != null)
                throw refused("has another " + difference + " of '" + first.path() + "'", sets.get(i), sets.get(0));
        }
        if (!first.isInline()) {
            notes.add("the values of '" + first.path() + "' are those of "
                    + sets.get(0).files().get(0).name() + ": those of the other files were not compared");
        }
        return first;
    }

    /** Attributes that change what values mean are refused before; all others a reader gets as the first file has them. */
    private void noteOtherAttributes(List<ReferencedArray> parts) {
        Set<String> names = new TreeSet<>();
        for (ReferencedArray part : parts) names.addAll(Agreement.otherAttributes(parts.get(0), part));
        if (names.isEmpty()) return;
        notes.add("attributes of '" + parts.get(0).path() + "' differ between the files, and are those of "
                + sets.get(0).files().get(0).name() + ": " + String.join(", ", names));
    }

    /** Those that all files have alike: one file's tracking_id is not that of the set. */
    private Map<String, Object> attributes() {
        Map<String, Object> common =
                new LinkedHashMap<>(sets.get(0).groups().get(0).attributes());
        Set<String> dropped = new TreeSet<>(Comparator.naturalOrder());
        for (ReferenceSet set : sets) {
            Map<String, Object> own = set.groups().get(0).attributes();
            common.entrySet().removeIf(entry -> {
                boolean isOther = !entry.getValue().equals(own.get(entry.getKey()));
                if (isOther) dropped.add(entry.getKey());
                return isOther;
            });
        }
        if (!dropped.isEmpty())
            notes.add("global attributes that differ between the files are left out: " + String.join(", ", dropped));
        return common;
    }
}
