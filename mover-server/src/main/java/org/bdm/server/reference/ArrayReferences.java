package org.bdm.server.reference;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.Chunk;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.StructureFault;
import org.bdm.core.netcdf.Variable;
import org.bdm.core.netcdf.values.ChunkFilters;
import org.bdm.core.netcdf.values.VariableValues;
import org.jspecify.annotations.Nullable;

/** Makes the array of a variable. One thread. */
final class ArrayReferences {
    static final String FILL = "_FillValue";
    private static final long KEY_BYTES = 64;

    private final VariableValues values;
    private final List<String> notes;
    private final InlineBudget budget;

    /**
     * Of one file.
     *
     * @param notes gets sentences about what a reader should know
     */
    ArrayReferences(BufferedBytes file, InlineBudget budget, List<String> notes) {
        this.values = new VariableValues(file, InlineBudget.VARIABLE_BYTES_MAX);
        this.budget = budget;
        this.notes = notes;
    }

    /** The array; UNSUPPORTED, FILE_MALFORMED, TOO_LARGE with the name. */
    ReferencedArray of(Variable asStored, String prefix, InlineRule rule) {
        PackedIntegers.note(asStored, prefix, notes);
        Variable variable = PackedIntegers.readable(asStored, prefix, notes);
        ZarrType type = ZarrType.of(variable.type(), prefix + variable.name());
        if (InlineRule.isNeeded(variable)) return inline(variable, prefix, type);
        boolean isSmall = rule.isBetter(variable) && values.canRead(variable);
        return isSmall ? inline(variable, prefix, type) : referenced(variable, prefix, type);
    }

    private ReferencedArray inline(Variable variable, String prefix, ZarrType type) {
        Filter unreadable = ChunkFilters.unreadable(variable.storage().filters(), 0);
        if (unreadable != null) {
            throw StructureFault.unsupported("'" + prefix + variable.name()
                    + "' has to be held in the set, and its values are behind the filter " + unreadable.words());
        }
        boolean isText = variable.type().isText();
        byte[] bytes = isText ? VlenTexts.encoded(values.texts(variable)) : values.read(variable);
        budget.take(bytes.length, prefix + variable.name());
        Map<String, Object> attributes = JsonValues.attributes(variable.attributes());
        Object fill = isText || variable.type().kind() == ElementType.Kind.CHARACTER ? null : fillOfAttribute(variable);
        if (fill != null) attributes.remove(FILL);
        boolean isMissing = fill != null && Objects.equals(fill, fillOfStorage(variable));
        if (isPartlyUndefined(variable)) noteUndefined(variable, prefix, isMissing ? fill : null);
        return InlineArrays.of(
                prefix + variable.name(), type, variable.dimensionNames(), variable.shape(), fill, attributes, bytes);
    }

    private ReferencedArray referenced(Variable variable, String prefix, ZarrType type) {
        Storage storage = variable.storage();
        Filter unknown = Codecs.unknown(storage.filters());
        if (unknown != null) {
            throw StructureFault.unsupported("'" + prefix + variable.name() + "' is compressed with the filter "
                    + unknown.words() + ", which no codec of Zarr reads");
        }
        Map<Long, Reference> chunks = new HashMap<>();
        long[] stored = storage.grid();
        long[] grid = ReferencedArray.grid(variable.shape(), storage.chunkShape());
        for (Chunk chunk : storage.chunks()) {
            long[] position = Storage.position(chunk.index(), stored);
            chunks.put(ReferencedArray.index(position, grid), reference(variable, prefix, chunk, position));
        }
        Map<String, Object> attributes = JsonValues.attributes(variable.attributes());
        Object fill = fill(variable, prefix, chunks, grid);
        if (fill != null) attributes.remove(FILL);
        return new ReferencedArray(
                prefix + variable.name(),
                type,
                variable.dimensionNames(),
                variable.shape(),
                storage.chunkShape(),
                Codecs.of(storage.filters()),
                fill,
                attributes,
                chunks,
                null);
    }

    /** A part of the file, but for chunks that are not stored as the pipeline says: those are decoded, and stored anew in the set. */
    private Reference reference(Variable variable, String prefix, Chunk chunk, long[] position) {
        Storage storage = variable.storage();
        boolean isPlain = storage.filters().isEmpty();
        boolean isOdd = isPlain
                ? chunk.bytes() < VariableValues.chunkBytes(variable)
                : chunk.filterMask() != 0 || (storage.areEdgesUnfiltered() && storage.isPartial(position));
        if (!isOdd) return new Reference.Part(0, chunk.offset(), chunk.bytes());
        if (VariableValues.chunkBytes(variable) > InlineBudget.VARIABLE_BYTES_MAX) {
            throw StructureFault.unsupported("'" + prefix + variable.name()
                    + "' has chunks that skip filters, of more than " + InlineBudget.VARIABLE_BYTES_MAX + " bytes");
        }
        Filter unreadable =
                isRaw(storage, position) ? null : ChunkFilters.unreadable(storage.filters(), chunk.filterMask());
        if (unreadable != null) throw skipped(variable, prefix, unreadable);
        return inline(variable, prefix, values.chunk(variable, chunk));
    }

    private static boolean isRaw(Storage storage, long[] position) {
        return storage.filters().isEmpty() || (storage.areEdgesUnfiltered() && storage.isPartial(position));
    }

    private static MoverException skipped(Variable variable, String prefix, Filter filter) {
        return StructureFault.unsupported("'" + prefix + variable.name()
                + "' has chunks that skip filters or were never written, and have to be stored anew with the filter "
                + filter.words());
    }

    private Reference.Inline inline(Variable variable, String prefix, byte[] chunk) {
        Filter unwritable = ChunkFilters.unwritable(variable.storage().filters());
        if (unwritable != null) throw skipped(variable, prefix, unwritable);
        byte[] stored = new ChunkFilters(variable.storage().filters(), chunk.length).apply(chunk);
        budget.take(stored.length, prefix + variable.name());
        return new Reference.Inline(stored);
    }

    /**
     * The fill value of the array, by which xarray masks: only that of the attribute {@code _FillValue}, and only if what was never written
     * holds it, too. Else none; chunks that were never written are zeros then, and are added if they hold something else.
     */
    private @Nullable Object fill(Variable variable, String prefix, Map<Long, Reference> chunks, long[] grid) {
        Object wanted = variable.type().kind() == ElementType.Kind.CHARACTER ? null : fillOfAttribute(variable);
        long missing = product(grid) - chunks.size();
        if (missing == 0) return wanted;
        if (variable.fill().isNeverWritten()) {
            noteUndefined(variable, prefix, wanted);
            return wanted;
        }
        if (wanted != null && Objects.equals(wanted, fillOfStorage(variable))) return wanted;
        if (!variable.fill().isZero()) addMissing(variable, prefix, chunks, grid, missing);
        return variable.fill().isZero() ? null : wanted;
    }

    private static long product(long[] grid) {
        long product = 1;
        for (long each : grid) product = product > Long.MAX_VALUE / Math.max(1, each) ? Long.MAX_VALUE : product * each;
        return product;
    }

    private void addMissing(Variable variable, String prefix, Map<Long, Reference> chunks, long[] grid, long missing) {
        long bytes = VariableValues.chunkBytes(variable);
        if (missing > InlineBudget.CHUNKS_MAX || bytes > InlineBudget.VARIABLE_BYTES_MAX) {
            throw StructureFault.unsupported("'" + prefix + variable.name() + "' has " + missing
                    + " chunks that were never written and hold another value than its _FillValue");
        }
        Reference.Inline filled = inline(variable, prefix, VariableValues.filled(variable, (int) bytes));
        // Held once, but written for each, with a key.
        budget.take((missing - 1) * Math.max(KEY_BYTES, filled.bytes().length), prefix + variable.name());
        for (long index = 0; index < product(grid); index++) chunks.putIfAbsent(index, filled);
    }

    private static boolean isPartlyUndefined(Variable variable) {
        Storage storage = variable.storage();
        boolean isWhole = storage.compact() != null || storage.chunks().size() >= product(storage.grid());
        // Texts of any length are pointers, which HDF5 always writes.
        return variable.fill().isNeverWritten() && !isWhole && !variable.type().isText();
    }

    /** With a fill value, what was never written can be read as missing; without one, whatever is read would be invented. */
    private void noteUndefined(Variable variable, String prefix, @Nullable Object fill) {
        if (fill == null) {
            throw StructureFault.unsupported("'" + prefix + variable.name()
                    + "' has values that were never written, are undefined (NOFILL), and cannot be shown as missing:"
                    + " it has no _FillValue");
        }
        notes.add("'" + prefix + variable.name()
                + "' has values that were never written, and are undefined (NOFILL): they are shown as missing");
    }

    /** As JSON; null if there is none, or none that is one value of the type. */
    private static @Nullable Object fillOfAttribute(Variable variable) {
        if (!variable.type().isNumber()) return null;
        for (Attribute attribute : variable.attributes()) {
            boolean isFill = attribute.name().equals(FILL) && attribute.values().size() == 1;
            if (isFill && attribute.values().get(0) instanceof Number number) return typed(variable.type(), number);
        }
        return null;
    }

    /** The value in the type of the variable, as HDF5 files may have it in another. */
    private static @Nullable Object typed(ElementType type, Number number) {
        if (type.kind() != ElementType.Kind.FLOAT) {
            return number instanceof Float || number instanceof Double ? null : JsonValues.fill(number);
        }
        double value = number.doubleValue();
        return JsonValues.fill(type.bytes() == 4 ? (Object) (float) value : (Object) value);
    }

    private static @Nullable Object fillOfStorage(Variable variable) {
        byte[] bytes = variable.fill().bytes();
        int width = variable.type().bytes();
        if (bytes != null && bytes.length != width) return null;
        return JsonValues.fill(variable.type().number(bytes == null ? new byte[width] : bytes, 0));
    }
}
