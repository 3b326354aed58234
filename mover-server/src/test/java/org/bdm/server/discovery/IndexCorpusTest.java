package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.stream.Stream;
import org.bdm.server.testkit.Corpus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Gives the parsers what the fuzzer starts from and what it has found. */
class IndexCorpusTest {
    static Stream<Arguments> parsers() {
        return Stream.of(
                parser("esg-search", IndexFuzz.EsgSearch::fuzzerTestOneInput),
                parser("esg-search-xml", IndexFuzz.EsgSearchRecords::fuzzerTestOneInput),
                parser("globus", IndexFuzz.Globus::fuzzerTestOneInput),
                parser("stac", IndexFuzz.Stac::fuzzerTestOneInput),
                parser("events", IndexFuzz.Events::fuzzerTestOneInput),
                parser("thredds", IndexFuzz.Thredds::fuzzerTestOneInput));
    }

    private static Arguments parser(String corpus, Corpus.Target target) {
        return Arguments.of(corpus, target);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parsers")
    void everyInputIsReadOrRefused(String corpus, Corpus.Target target) {
        assertThatCode(() -> new Corpus("discovery/" + corpus).giveAllTo(target))
                .doesNotThrowAnyException();
    }
}
