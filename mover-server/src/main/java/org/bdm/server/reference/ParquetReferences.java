package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.netcdf.StructureFault;

/**
 * A set as the directory of Parquet files that fsspec reads lazily:
 *
 * <pre>
 *  .zmetadata              {"metadata":{".zgroup":{..},"tas/.zarray":{..}},"record_size":10000}
 *  bdm.json                the files with sizes and digests, and notes: apart, as readers fetch the metadata each time
 *  tas/refs.0.parq         references of the first 10,000 chunks, by their index, a row each
 *  tas/refs.1.parq         of the next
 * </pre>
 */
public final class ParquetReferences {
    /** Chunks of a file: about 80 kB. */
    static final int RECORD_SIZE = 10_000;

    private static final String METADATA = ".zmetadata";
    private static final String DESCRIPTION = "bdm.json";
    private static final Pattern RECORDS = Pattern.compile("(.+)/refs\\.(\\d{1,9})\\.parq");

    private final ReferenceSet set;

    /** Of this set; UNSUPPORTED for what readers of this form fail on: groups, and chunks that were never written. */
    public ParquetReferences(ReferenceSet set) {
        if (set.groups().size() > 1) {
            throw StructureFault.unsupported(set.files().get(0).name()
                    + " has groups, which readers of Parquet references do not open: use json");
        }
        for (ReferencedArray array : set.arrays()) {
            if (array.chunks().size() == places(array)) continue;
            throw StructureFault.unsupported("'" + array.path()
                    + "' has chunks that were never written, which readers of Parquet references fail on: use json");
        }
        this.set = set;
    }

    /** Names of all files, the metadata first. */
    List<String> names() {
        List<String> names = new ArrayList<>(List.of(METADATA, DESCRIPTION));
        for (ReferencedArray array : set.arrays()) {
            for (long number = 0; number < files(array); number++)
                names.add(array.path() + "/refs." + number + ".parq");
        }
        return names;
    }

    /** Number of chunks, written or not; {@link Long#MAX_VALUE} if it does not fit in a long. */
    static long places(ReferencedArray array) {
        long places = 1;
        for (long each : array.grid()) {
            if (each > 0 && places > Long.MAX_VALUE / each) return Long.MAX_VALUE;
            places *= each;
        }
        return places;
    }

    private static long files(ReferencedArray array) {
        return (places(array) + RECORD_SIZE - 1) / RECORD_SIZE;
    }

    /** The file of this name; empty if the set has none. */
    public Optional<byte[]> part(String name) {
        if (name.equals(METADATA)) return Optional.of(metadata());
        if (name.equals(DESCRIPTION)) return Optional.of(JsonReferences.bytes(SetDescription.of(set)));
        Matcher matcher = RECORDS.matcher(name);
        if (!matcher.matches()) return Optional.empty();
        long number = Long.parseLong(matcher.group(2));
        return set.arrays().stream()
                .filter(array -> array.path().equals(matcher.group(1)) && number < files(array))
                .findFirst()
                .map(array -> records(array, number));
    }

    private byte[] metadata() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("metadata", ZarrMetadata.of(set));
        document.put("record_size", RECORD_SIZE);
        return JsonReferences.bytes(document);
    }

    private byte[] records(ReferencedArray array, long number) {
        ReferencePage page = new ReferencePage();
        long first = number * RECORD_SIZE;
        for (long index = first; index < Math.min(first + RECORD_SIZE, places(array)); index++) {
            Reference reference = array.chunks().get(index);
            if (reference instanceof Reference.Part part) {
                page.part(set.files().get(part.file()).address(), part.offset(), part.bytes());
            } else if (reference instanceof Reference.Inline inline) {
                page.inline(inline.bytes());
            }
        }
        return page.file();
    }
}
