package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.netcdf.ElementType;
import org.junit.jupiter.api.Test;

/** Files whose times count from different moments, in sets that hold the times. */
class TimeConversionTest {
    private static final ElementType DOUBLE =
            new ElementType(ElementType.Kind.FLOAT, 8, ByteOrder.LITTLE_ENDIAN, "double");
    private static final ElementType SINGLE =
            new ElementType(ElementType.Kind.FLOAT, 4, ByteOrder.LITTLE_ENDIAN, "float");
    private static final String EARLY = "days since 1850-01-01";
    private static final String LATE = "days since 1852-03-01"; // 790 days later, 789 without leap days

    private final Map<String, Object> time = new HashMap<>(Map.of("calendar", "noleap", "bounds", "time_bnds"));
    private final Map<String, Object> bounds = new HashMap<>();
    private ElementType type = DOUBLE;

    private ReferencedArray array(String path, Map<String, Object> attributes, double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            if (type.bytes() == 4) bytes.putFloat((float) value);
            else bytes.putDouble(value);
        }
        return InlineArrays.of(
                path,
                ZarrType.of(type, path),
                List.of("time"),
                List.of((long) values.length),
                null,
                attributes,
                bytes.array());
    }

    /** A file of one step, with one bound. */
    private ReferenceSet file(String name, String units, double at, double bound) {
        Map<String, Object> own = new HashMap<>(time);
        own.put("units", units);
        Map<String, Object> ofBounds = new HashMap<>(bounds);
        if (bounds.containsKey("units")) ofBounds.put("units", units);
        return new ReferenceSet(
                List.of(new SetFile(name, "file:///" + name, 1, Instant.EPOCH, null)),
                List.of(new ReferencedGroup("", Map.of())),
                List.of(array("time", own, at), array("time_bnds", ofBounds, bound)),
                List.of());
    }

    private List<Double> joined(String path, double bound) {
        ReferenceSet set =
                CombinedReferences.of(List.of(file("1.nc", EARLY, 1.0, 0.0), file("2.nc", LATE, 1.0, bound)));
        ReferencedArray array = SampleSets.array(set, path);
        byte[] values = Objects.requireNonNull(array.values());
        List<Double> numbers = new ArrayList<>();
        for (int at = 0; at < values.length; at += type.bytes()) {
            numbers.add(((Number) type.number(values, at)).doubleValue());
        }
        return numbers;
    }

    @Test
    void boundsThatNameAUnitButNoCalendarHaveTheCalendarOfTheirCoordinate() {
        bounds.put("units", EARLY);
        assertThat(joined("time_bnds", 0.0)).containsExactly(0.0, 789.0);
    }

    @Test
    void aMissingValueStaysMissing() {
        bounds.put("missing_value", 1e20);
        assertThat(joined("time_bnds", 1e20)).containsExactly(0.0, 1e20);
    }

    @Test
    void aNumberOfDaysLaterNothingIsRounded() {
        assertThat(joined("time_bnds", 0.1)).containsExactly(0.0, 789.1);
    }

    @Test
    void timesThatAFloatCannotHoldAreRefused() {
        type = SINGLE;
        assertThat(joined("time_bnds", 0.25)).containsExactly(0.0, 789.25);
        assertThatThrownBy(() -> joined("time_bnds", 0.1))
                .hasMessageContaining("2.nc has times that 32-bit floats cannot hold");
    }

    @Test
    void packedTimesAreNotConverted() {
        time.put("scale_factor", 0.5);
        assertThatThrownBy(() -> joined("time", 0.0)).hasMessageContaining("2.nc");
        time.remove("scale_factor");
        bounds.put("scale_factor", 0.5);
        assertThatThrownBy(() -> joined("time", 0.0)).hasMessageContaining("another unit of 'time_bnds'");
    }

    @Test
    void aFileWithoutOneOfItsTimesIsRefused() {
        time.put("_FillValue", 1.0);
        assertThatThrownBy(() -> joined("time", 0.0)).hasMessageContaining("has missing times");
    }
}
