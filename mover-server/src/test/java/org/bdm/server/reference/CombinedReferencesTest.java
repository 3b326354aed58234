package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CombinedReferencesTest {
    private static List<Double> numbers(ReferencedArray array) {
        byte[] values = Objects.requireNonNull(array.values());
        List<Double> numbers = new ArrayList<>();
        for (int at = 0; at < values.length; at += 8) {
            numbers.add(((Number) array.type().element().number(values, at)).doubleValue());
        }
        return numbers;
    }

    @Test
    void filesFollowOneAnotherInTimeWithOneUnitForTimeAndItsBounds() {
        ReferenceSet set = SampleSets.combined("1.nc", "2.nc");
        assertThat(set.files()).extracting(SetFile::name).containsExactly("2.nc", "1.nc");
        ReferencedArray time = SampleSets.array(set, "time");
        assertThat(numbers(time)).containsExactly(15.0, 45.0, 75.0, 105.0);
        assertThat(time.attributes()).containsEntry("units", "days since 1850-01-01");
        assertThat(numbers(SampleSets.array(set, "time_bnds")))
                .containsExactly(0.0, 30.0, 30.0, 60.0, 60.0, 90.0, 90.0, 120.0);
    }

    @Test
    void boundsThatTheSetDoesNotHoldAreRefusedIfTheirTimesCountFromAnotherMoment() {
        FileReferences references = FileReferences.several();
        List<ReferenceSet> sets = List.of(
                withoutValues(SampleSets.set("2.nc", references), "time_bnds"),
                withoutValues(SampleSets.set("1.nc", references), "time_bnds"));
        assertThatThrownBy(() -> CombinedReferences.of(sets))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("1.nc has another unit of 'time_bnds', unlike 2.nc");
    }

    /** The set with references to the chunks of an array in place of its values. */
    private static ReferenceSet withoutValues(ReferenceSet set, String path) {
        List<ReferencedArray> arrays = new ArrayList<>(set.arrays());
        arrays.replaceAll(array -> !array.path().equals(path)
                ? array
                : new ReferencedArray(
                        path,
                        array.type(),
                        array.dimensions(),
                        array.shape(),
                        array.shape(),
                        List.of(),
                        array.fillValue(),
                        array.attributes(),
                        Map.of(0L, new Reference.Part(0, 0, 32)),
                        null));
        return new ReferenceSet(set.files(), set.groups(), arrays, set.notes());
    }

    @Test
    void chunksAreThoseOfTheirFilesAndLevelsOfCompressionMayDiffer() {
        ReferenceSet set = SampleSets.combined("1.nc", "2.nc");
        ReferencedArray tas = SampleSets.array(set, "tas");
        assertThat(tas.shape()).containsExactly(4L, 3L);
        assertThat(tas.chunks().values())
                .extracting(reference -> ((Reference.Part) reference).file())
                .containsExactly(0, 0, 1, 1);
    }

    @Test
    void whatHasNoTimeIsThereOnceAndAttributesOfOneFileAreLeftOut() {
        ReferenceSet set = SampleSets.combined("1.nc", "2.nc");
        assertThat(SampleSets.array(set, "lat").shape()).containsExactly(3L);
        assertThat(SampleSets.array(set, "height").shape()).isEmpty();
        assertThat(set.groups().get(0).attributes()).containsOnlyKeys("title");
        assertThat(set.notes()).anyMatch(note -> note.contains("tracking_id"));
    }

    @Test
    void aGapIsTold() {
        assertThat(SampleSets.combined("later.nc", "2.nc").notes())
                .contains("time has a gap between 2.nc and later.nc");
    }

    @Test
    void whatIsTakenFromTheFirstFileWithoutAComparisonIsTold() {
        FileReferences references = FileReferences.several();
        ReferenceSet one = withoutValues(SampleSets.set("2.nc", references), "lat");
        ReferenceSet other = withoutValues(SampleSets.set("1.nc", references), "lat");
        SampleSets.array(one, "lat").attributes().put("history", "made");
        assertThat(CombinedReferences.of(List.of(one, other)).notes())
                .contains(
                        "the values of 'lat' are those of 2.nc: those of the other files were not compared",
                        "attributes of 'lat' differ between the files, and are those of 2.nc: history");
    }

    @Test
    void attributesThatSayWhatAValueIsHaveToBeTheSame() {
        FileReferences references = FileReferences.several();
        List<ReferenceSet> sets = List.of(SampleSets.set("2.nc", references), SampleSets.set("1.nc", references));
        SampleSets.array(sets.get(1), "tas").attributes().put("cell_methods", "time: maximum");
        assertThatThrownBy(() -> CombinedReferences.of(sets))
                .hasMessageContaining("1.nc has another cell_methods of 'tas', unlike 2.nc");
    }

    @ParameterizedTest
    @CsvSource({
        "chunk-2.nc, shape of chunks",
        "shuffled.nc, list of filters",
        "big-endian.nc, type",
        "double.nc, type",
        "scaled.nc, scale_factor",
        "other-fill.nc, fill value",
        "other-lat.nc, value of 'lat'",
        "overlap.nc, overlap in time",
        "months.nc, counts time in another calendar or unit"
    })
    void whatDoesNotAgreeIsRefusedWithBothNames(String other, String why) {
        assertThatThrownBy(() -> SampleSets.combined("2.nc", other))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("2.nc")
                .hasMessageContaining(other)
                .hasMessageContaining(why);
    }

    @Test
    void aFileThatEndsWithinAChunkCannotBeFollowed() {
        assertThatThrownBy(() -> SampleSets.combined("odd-length.nc", "after-odd.nc"))
                .hasMessageContaining("odd-length.nc has 3 steps of 'tas' in chunks of 2");
        assertThat(SampleSets.array(SampleSets.combined("chunk-2.nc", "after-odd.nc"), "tas")
                        .shape())
                .containsExactly(4L, 3L);
    }

    @ParameterizedTest
    @CsvSource({
        "days since 1850-01-01, hours since 1851-01-01, noleap, 24, 366",
        "days since 1850-01-01, days since 1852-03-01, standard, 1, 791",
        "days since 1850-01-01, days since 1852-03-01, 360_day, 1, 781",
        "days since 1850-01-01, days since 1900-03-01, proleptic_gregorian, 1, 18322",
        "days since 1582-10-04, days since 1582-10-15, gregorian, 1, 2",
        "days since 1850-01-01, days since 1850-01-02 12:00:00, julian, 1, 2.5"
    })
    void unitsOfTimeAreConvertedByTheirCalendar(
            String to, String from, String calendar, double value, double expected) {
        CfTimeUnit target = Objects.requireNonNull(CfTimeUnit.of(to, calendar));
        CfTimeUnit source = Objects.requireNonNull(CfTimeUnit.of(from, calendar));
        assertThat(source.in(target, value)).isEqualTo(expected);
    }
}
