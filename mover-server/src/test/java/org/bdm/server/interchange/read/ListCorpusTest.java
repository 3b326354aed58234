package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.stream.Stream;
import org.bdm.server.testkit.Corpus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Gives the parsers what the fuzzer starts from and what it has found. */
class ListCorpusTest {
    static Stream<Arguments> parsers() {
        return Stream.of(
                parser("wget", ListFuzz.Wget::fuzzerTestOneInput),
                parser("metalink", ListFuzz.Metalink::fuzzerTestOneInput),
                parser("esgpull", ListFuzz.Esgpull::fuzzerTestOneInput),
                parser("facet-requests", ListFuzz.Requests::fuzzerTestOneInput),
                parser("mapfile", ListFuzz.MapfileLines::fuzzerTestOneInput),
                parser("digest-list", ListFuzz.Digests::fuzzerTestOneInput),
                parser("synda", ListFuzz.Synda::fuzzerTestOneInput),
                parser("synda-files", ListFuzz.SyndaRows::fuzzerTestOneInput),
                parser("globus-batch", ListFuzz.Globus::fuzzerTestOneInput),
                parser("dataset-list", ListFuzz.Datasets::fuzzerTestOneInput),
                parser("drs-paths", ListFuzz.DrsPaths::fuzzerTestOneInput),
                parser("catalog-json", ListFuzz.Catalog::fuzzerTestOneInput),
                parser("search-addresses", ListFuzz.SearchAddresses::fuzzerTestOneInput),
                parser("variable-request", ListFuzz.Variables::fuzzerTestOneInput),
                parser("receipt", ListFuzz.Receipts::fuzzerTestOneInput));
    }

    private static Arguments parser(String corpus, Corpus.Target target) {
        return Arguments.of(corpus, target);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parsers")
    void everyInputIsReadOrRefused(String corpus, Corpus.Target target) {
        Corpus inputs = new Corpus("interchange/" + corpus);
        assertThatCode(() -> inputs.giveAllTo(target)).doesNotThrowAnyException();
        assertThatCode(() -> inputs.giveAllTo(ListFuzz.Recognised::fuzzerTestOneInput))
                .doesNotThrowAnyException();
    }
}
