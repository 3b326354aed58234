package org.bdm.core.netcdf.classic;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.Chunk;
import org.bdm.core.netcdf.Dimension;
import org.bdm.core.netcdf.FillValue;
import org.bdm.core.netcdf.Group;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.StructureBudget;
import org.bdm.core.netcdf.StructureFault;
import org.bdm.core.netcdf.Variable;

/**
 * Places of the values. A variable without the record dimension lies in one piece; all others are interleaved, record by record.
 *
 * <pre>
 *  fixed variables | record 0: part of a, part of b, .. | record 1: ..
 *  each part is padded to 4 bytes, but if there is exactly one record variable: then records follow one another unpadded
 * </pre>
 */
final class RecordPlaces {
    private final long fileBytes;
    private final List<Dimension> dimensions = new ArrayList<>();
    private final List<Dimension> declared;
    private final List<ClassicVariable> variables;
    private final StructureBudget budget = new StructureBudget();
    private final long recordBytes;
    private final long records;

    /**
     * Of a file.
     *
     * @param recordsNamed as the header says; -1 if it does not: then the size of the file tells
     */
    RecordPlaces(long fileBytes, long recordsNamed, List<Dimension> dimensions, List<ClassicVariable> variables) {
        this.fileBytes = fileBytes;
        this.declared = dimensions;
        this.variables = variables;
        this.recordBytes = recordBytes();
        this.records = recordsNamed >= 0 ? recordsNamed : recordsBySize();
        for (Dimension dimension : dimensions) {
            long length = dimension.isUnlimited() ? records : dimension.length();
            this.dimensions.add(new Dimension(dimension.name(), length, dimension.isUnlimited()));
        }
    }

    Group group(List<Attribute> attributes) {
        List<Variable> placed = variables.stream().map(this::placed).toList();
        List<String> notes = placed.stream()
                .filter(RecordPlaces::endsBehindTheFile)
                .map(variable -> "the last record of '" + variable.name()
                        + "' is not whole: what is missing reads as zeros, as for netCDF. The file may have been cut")
                .toList();
        return new Group("", attributes, dimensions, placed, List.of(), notes);
    }

    private static boolean endsBehindTheFile(Variable variable) {
        long whole = variable.type().bytes();
        for (long extent : variable.storage().chunkShape()) whole *= extent; // fits in a long: see bytes()
        for (Chunk chunk : variable.storage().chunks()) if (chunk.bytes() < whole) return true;
        return false;
    }

    private boolean isRecord(ClassicVariable variable) {
        return !variable.dimensions().isEmpty()
                && declared.get(variable.dimensions().get(0)).isUnlimited();
    }

    /** Bytes of one record of a variable, or of all of one that has no records; not padded. */
    private long bytes(ClassicVariable variable) {
        long bytes = variable.type().bytes();
        try {
            for (int id : variable.dimensions()) {
                Dimension dimension = declared.get(id);
                if (!dimension.isUnlimited()) bytes = Math.multiplyExact(bytes, dimension.length());
            }
        } catch (ArithmeticException e) {
            throw StructureFault.malformed(variable.namedAt(), "'" + variable.name() + "' has more than 2^63 bytes");
        }
        return bytes;
    }

    private long recordBytes() {
        List<ClassicVariable> own = variables.stream().filter(this::isRecord).toList();
        if (own.size() == 1) return bytes(own.get(0));
        long sum = 0;
        for (ClassicVariable variable : own) {
            long bytes = bytes(variable);
            if (bytes > fileBytes + 4) {
                throw StructureFault.malformed(
                        variable.namedAt(),
                        "a record of '" + variable.name() + "' is longer than the file: it was cut");
            }
            sum += (bytes + 3) / 4 * 4;
        }
        return sum;
    }

    private long recordsBySize() {
        long first = variables.stream()
                .filter(this::isRecord)
                .mapToLong(ClassicVariable::first)
                .min()
                .orElse(fileBytes);
        return recordBytes == 0 ? 0 : Math.max(0, fileBytes - first) / recordBytes;
    }

    private Variable placed(ClassicVariable variable) {
        List<Dimension> own =
                variable.dimensions().stream().map(dimensions::get).toList();
        List<Long> shape = own.stream().map(Dimension::length).toList();
        List<Long> chunk = new ArrayList<>(
                shape.stream().map(length -> Math.max(1, length)).toList());
        long bytes = bytes(variable);
        List<Chunk> chunks = new ArrayList<>();
        if (isRecord(variable)) {
            chunk.set(0, 1L);
            for (long record = 0; record < records && bytes > 0; record++) {
                budget.chunk();
                chunks.add(
                        chunk(variable, record, variable.first() + record * recordBytes, bytes, record == records - 1));
            }
        } else if (bytes > 0) {
            chunks.add(chunk(variable, 0, variable.first(), bytes, false));
        }
        Storage storage = new Storage(shape, chunk, chunks, List.of(), null, false);
        return new Variable(variable.name(), variable.type(), own, variable.attributes(), storage, FillValue.ZERO);
    }

    /** The last record may end behind the file, as some programs leave it: the chunk is shorter then, and the rest is zeros. */
    private Chunk chunk(ClassicVariable variable, long index, long offset, long bytes, boolean mayBeShort) {
        boolean isWhole = offset >= 0 && bytes <= fileBytes && offset <= fileBytes - bytes;
        if (isWhole) return new Chunk(index, offset, bytes, 0);
        long left = Math.max(0, fileBytes - offset);
        if (mayBeShort && left < bytes && offset <= fileBytes + recordBytes)
            return new Chunk(index, Math.min(offset, fileBytes), left, 0);
        throw StructureFault.malformed(
                variable.namedAt(),
                "'" + variable.name() + "' has " + bytes + " bytes at " + offset + ", and the file only " + fileBytes
                        + ": it was cut");
    }
}
