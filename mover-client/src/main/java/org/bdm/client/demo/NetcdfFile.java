package org.bdm.client.demo;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * One variable on a grid, month by month, as a NetCDF classic file ("CDF-1"): numbers are big-endian, names and values
 * are padded to four bytes, first the header, then what has no time, then one record a month.
 *
 * @param variable CMIP name, e.g. {@code tas}
 * @param units of the variable
 * @param months number of records
 * @param gridPoints points along each of latitude and longitude
 * @param firstDay days since 1850-01-01 of the first record
 */
record NetcdfFile(String variable, String units, int months, int gridPoints, int firstDay) {
    private static final int DIMENSION = 0x0A;
    private static final int VARIABLE = 0x0B;
    private static final int ATTRIBUTE = 0x0C;
    private static final int CHARACTERS = 2;
    private static final int FLOAT = 5;
    private static final int DOUBLE = 6;
    private static final int TIME = 0;
    private static final int LATITUDE = 1;
    private static final int LONGITUDE = 2;
    private static final double DAYS_OF_A_MONTH = 30;

    NetcdfFile {
        if (months < 1) throw new IllegalArgumentException("months are not positive: " + months);
        if (gridPoints < 2 || gridPoints > 4096) throw new IllegalArgumentException("grid points: " + gridPoints);
    }

    /** Bytes of the data of all months, without the header. */
    static long dataBytes(int months, int gridPoints) {
        return (long) months * (Double.BYTES + Float.BYTES * (long) gridPoints * gridPoints);
    }

    /** Made-up values, the same for the same seed. */
    void write(Path file, long seed) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(file);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes, 1 << 16))) {
            // Offsets stand in the header, whose length does not depend on them.
            int headerLength = header(0).length;
            out.write(header(headerLength));
            for (int i = 0; i < gridPoints; i++) out.writeDouble(latitude(i));
            for (int i = 0; i < gridPoints; i++) out.writeDouble(360.0 * i / gridPoints);
            writeRecords(out, new SplittableRandom(seed));
        }
    }

    private double latitude(int row) {
        return -90 + 180.0 * row / (gridPoints - 1);
    }

    private void writeRecords(DataOutputStream out, SplittableRandom random) throws IOException {
        ByteBuffer row = ByteBuffer.allocate(gridPoints * Float.BYTES);
        for (int month = 0; month < months; month++) {
            out.writeDouble(firstDay + DAYS_OF_A_MONTH * month);
            double season = Math.cos(2 * Math.PI * month / 12);
            for (int y = 0; y < gridPoints; y++) {
                double mean = 250 + 45 * Math.cos(Math.toRadians(latitude(y))) + 8 * season * latitude(y) / -90;
                row.clear();
                for (int x = 0; x < gridPoints; x++) row.putFloat((float) (mean + random.nextDouble() * 4));
                out.write(row.array());
            }
        }
    }

    private byte[] header(int headerLength) throws IOException {
        HeaderBytes out = new HeaderBytes();
        out.raw("CDF\u0001").number(months);
        out.number(DIMENSION).number(3);
        out.name("time").number(0);
        out.name("lat").number(gridPoints);
        out.name("lon").number(gridPoints);
        out.number(ATTRIBUTE).number(4);
        out.attribute("Conventions", "CF-1.7 CMIP-6.2");
        out.attribute("mip_era", "CMIP6");
        out.attribute("source_id", "DEMO-ESM");
        out.attribute("comment", "Made-up values of the Bulk Data Mover's demo");
        int axisBytes = gridPoints * Double.BYTES;
        int recordsBegin = headerLength + 2 * axisBytes;
        out.number(VARIABLE).number(4);
        out.variable("lat", new int[] {LATITUDE}, "degrees_north", DOUBLE, axisBytes, headerLength);
        out.variable("lon", new int[] {LONGITUDE}, "degrees_east", DOUBLE, axisBytes, headerLength + axisBytes);
        out.variable("time", new int[] {TIME}, "days since 1850-01-01", DOUBLE, Double.BYTES, recordsBegin);
        int slabBytes = gridPoints * gridPoints * Float.BYTES;
        int[] dimensions = {TIME, LATITUDE, LONGITUDE};
        out.variable(variable, dimensions, units, FLOAT, slabBytes, recordsBegin + Double.BYTES);
        return out.bytes();
    }

    /** The parts of a header, in the order they are written. */
    private static final class HeaderBytes {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);

        HeaderBytes number(int value) throws IOException {
            out.writeInt(value);
            return this;
        }

        HeaderBytes raw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            while (out.size() % 4 != 0) out.write(0);
            return this;
        }

        HeaderBytes name(String text) throws IOException {
            return number(text.length()).raw(text);
        }

        void attribute(String name, String text) throws IOException {
            name(name).number(CHARACTERS).name(text);
        }

        void variable(String name, int[] dimensions, String units, int type, int bytesOfOne, int begin)
                throws IOException {
            name(name).number(dimensions.length);
            for (int dimension : dimensions) number(dimension);
            number(ATTRIBUTE).number(1).attribute("units", units);
            number(type).number(bytesOfOne).number(begin);
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }
}
