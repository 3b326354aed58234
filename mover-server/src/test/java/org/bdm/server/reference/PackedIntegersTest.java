package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.FillValue;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.Variable;
import org.junit.jupiter.api.Test;

class PackedIntegersTest {
    private static final ElementType SHORT = new ElementType(ElementType.Kind.SIGNED, 2, ByteOrder.BIG_ENDIAN, "short");
    private static final Attribute UNSIGNED = new Attribute("_Unsigned", List.of("true"));
    private static final Attribute FILL = new Attribute("_FillValue", List.of(-2L));

    private final List<String> notes = new ArrayList<>();

    private static Variable variable(ElementType type, Attribute... attributes) {
        Storage storage = new Storage(List.of(), List.of(), List.of(), List.of(), null, false);
        return new Variable("v", type, List.of(), List.of(attributes), storage, FillValue.ZERO);
    }

    @Test
    void bigEndianIntegersThatAreUnsignedAreShownAsSuch() {
        Variable shown = PackedIntegers.readable(variable(SHORT, UNSIGNED, FILL), "", notes);
        assertThat(ZarrType.of(shown.type(), "v").dtype()).isEqualTo(">u2");
        assertThat(shown.attributes()).containsExactly(new Attribute("_FillValue", List.of(65534L)));
        assertThat(notes).anyMatch(note -> note.contains("'v' is _Unsigned"));
    }

    @Test
    void whatXarrayMasksByItselfStaysAsItIs() {
        ElementType little = new ElementType(ElementType.Kind.SIGNED, 2, ByteOrder.LITTLE_ENDIAN, "short");
        ElementType octet = new ElementType(ElementType.Kind.SIGNED, 1, ByteOrder.BIG_ENDIAN, "byte");
        for (Variable variable : List.of(
                variable(little, UNSIGNED, FILL),
                variable(octet, UNSIGNED, FILL),
                variable(SHORT, UNSIGNED),
                variable(SHORT, FILL))) {
            assertThat(PackedIntegers.readable(variable, "", notes)).isSameAs(variable);
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void factorsOfFloatsAreNotedAsTheyBecomeDoubles() {
        PackedIntegers.note(variable(SHORT, new Attribute("scale_factor", List.of(0.1f))), "g/", notes);
        assertThat(notes).singleElement().asString().contains("'g/v' is packed with factors of 32 bits");
    }

    @Test
    void factorsOfDoublesAreNotedForFloatsAlone() {
        Attribute factor = new Attribute("scale_factor", List.of(0.1));
        PackedIntegers.note(variable(SHORT, factor), "", notes);
        assertThat(notes).isEmpty();
        ElementType single = new ElementType(ElementType.Kind.FLOAT, 4, ByteOrder.LITTLE_ENDIAN, "float");
        PackedIntegers.note(variable(single, factor), "", notes);
        assertThat(notes).singleElement().asString().contains("last digit");
    }
}
