package org.bdm.core.netcdf.hdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.SampleFiles;
import org.bdm.core.netcdf.StructureBudget;
import org.junit.jupiter.api.Test;

/** Parts of files that name the same bytes again and again: refused before they take the memory. */
class HostileHdf5Test {
    private static final int PART_BYTES = 16 << 20;

    private final byte[] content = new byte[PART_BYTES];
    private final Hdf5Bytes bytes = new Hdf5Bytes(SampleFiles.file(content), 0, 8, 8, new StructureBudget());

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static RawAttribute attribute(ElementType.Kind kind, int width, long count, FieldCursor data) {
        int typeClass = kind == ElementType.Kind.STRING ? Datatype.SEQUENCE : Datatype.INTEGER;
        ElementType element = new ElementType(kind, width, ByteOrder.LITTLE_ENDIAN, "type");
        Dataspace space = new Dataspace(List.of(count), List.of(count), false);
        return new RawAttribute("a", new Datatype(typeClass, element, null), space, data);
    }

    @Test
    void bytesThatAreReadAgainAndAgainAreRefused() {
        assertRefused(ErrorCode.TOO_LARGE, () -> {
            for (int i = 0; i < 100; i++) bytes.at(0, PART_BYTES);
        });
    }

    @Test
    void anAttributeOfMillionsOfNumbersIsRefused() {
        RawAttribute attribute = attribute(ElementType.Kind.SIGNED, 1, PART_BYTES, bytes.at(0, PART_BYTES));
        assertRefused(
                ErrorCode.TOO_LARGE, () -> new AttributeValues(new GlobalHeap(bytes), bytes.budget()).read(attribute));
    }

    @Test
    void textsThatAllPointToOneTextCountEach() {
        int heapBytes = 8 << 20;
        int pointers = 40;
        ByteBuffer file = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {'G', 'C', 'O', 'L', 1, 0, 0, 0}).putLong(heapBytes);
        file.putShort((short) 1).putShort((short) 0).putInt(0).putLong(heapBytes - 32);
        ByteBuffer pointer = ByteBuffer.allocate(16 * pointers).order(ByteOrder.LITTLE_ENDIAN);
        // Address 0 is no collection: the heap lies behind a user block of its own.
        byte[] shifted = new byte[PART_BYTES];
        System.arraycopy(content, 0, shifted, 64, heapBytes);
        for (int i = 0; i < pointers; i++)
            pointer.putInt(heapBytes - 32).putLong(64).putInt(1);
        Hdf5Bytes heap = new Hdf5Bytes(SampleFiles.file(shifted), 0, 8, 8, new StructureBudget());
        FieldCursor data = new FieldCursor(pointer.array(), 0, ByteOrder.LITTLE_ENDIAN);
        RawAttribute attribute = attribute(ElementType.Kind.STRING, 16, pointers, data);
        assertRefused(
                ErrorCode.TOO_LARGE, () -> new AttributeValues(new GlobalHeap(heap), heap.budget()).read(attribute));
    }

    @Test
    void twoChunksOfOnePositionAreMalformed() {
        Dataspace space = new Dataspace(List.of(8L), List.of(8L), false);
        ChunkGrid grid = new ChunkGrid(bytes, space, List.of(4L), 1, 0);
        grid.add(new long[] {1}, 100, 4, 0, 0);
        grid.add(new long[] {0}, 104, 4, 0, 0);
        assertThat(grid.chunks()).hasSize(2);
        grid.add(new long[] {1}, 108, 4, 0, 0);
        assertRefused(ErrorCode.FILE_MALFORMED, grid::chunks);
    }

    @Test
    void headersOfObjectsThatShareTheirBytesCountEach() {
        ByteBuffer file = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        file.put((byte) 1).put((byte) 0).putShort((short) 1).putInt(1).putInt(PART_BYTES - 16);
        for (int at = 16; at + 65_536 < PART_BYTES; at += 65_536) {
            file.position(at).putShort((short) 0).putShort((short) (65_528)).putInt(0);
        }
        assertRefused(ErrorCode.TOO_LARGE, () -> {
            for (int i = 0; i < 20; i++) ObjectHeader.read(bytes, 0);
        });
    }
}
