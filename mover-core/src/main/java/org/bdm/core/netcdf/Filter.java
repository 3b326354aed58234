package org.bdm.core.netcdf;

import java.util.List;

/**
 * A filter of the pipeline of a variable, in the order in which they were applied when the file was written.
 *
 * @param id the registered number of the filter
 * @param parameters its client data
 */
public record Filter(int id, String name, List<Long> parameters) {
    /** zlib. */
    public static final int DEFLATE = 1;
    /** First bytes of all elements, then second bytes, .. */
    public static final int SHUFFLE = 2;
    /** A checksum behind the bytes. */
    public static final int FLETCHER32 = 3;
    /** bzip2. */
    public static final int BZIP2 = 307;
    /** Blosc, first generation. */
    public static final int BLOSC = 32001;
    /** Zstandard. */
    public static final int ZSTD = 32015;

    /** Copies the parameters. */
    public Filter {
        parameters = List.copyOf(parameters);
    }

    /** The filter for people. */
    public String words() {
        return switch (id) {
            case BZIP2 -> "bzip2";
            case BLOSC -> "blosc";
            case ZSTD -> "zstd";
            case 4 -> "szip";
            case 5 -> "nbit";
            case 6 -> "scale-offset";
            case 32000 -> "lzf";
            case 32004 -> "lz4";
            case 32008 -> "bitshuffle";
            case 32013 -> "zfp";
            case 32026 -> "blosc2";
            default -> "number " + id + (name.isEmpty() ? "" : " (" + name + ")");
        };
    }
}
