package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.ListedFile;
import org.junit.jupiter.api.Test;

/** Rows of the table {@code file} of a database of Synda. The records are invented. */
class SyndaFilesTest {
    private static final String DATASET = "CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn";
    private static final String DIRECTORY = "CMIP6/CMIP/INST/MODEL-1/historical/r1i1p1f1/Amon/tas/gn/v20200101/";

    private static String corpus(String file) throws IOException {
        try (InputStream in = SyndaFilesTest.class.getResourceAsStream("/corpus/interchange/synda-files/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aRowIsAFileWithItsDatasetSizeDigestAndAddress() throws IOException {
        Told told = Told.of(corpus("file.csv"));

        assertThat(told.format).isEqualTo("synda-files");
        ListedFile first = told.file(0);
        assertThat(first.path()).isEqualTo(DIRECTORY + "tas_1.nc");
        assertThat(first.dataset()).isEqualTo(new DatasetName(DATASET, "20200101"));
        assertThat(first.sizeBytes()).isEqualTo(1_870_000_000L);
        assertThat(first.digests().get(0).algorithm()).isEqualTo(ChecksumAlgorithm.SHA256);
        assertThat(first.urls()).hasSize(1);
    }

    @Test
    void aRowWithoutATypeOfItsChecksumIsMd5AndOneThatIsNotDoneIsWarnedOf() throws IOException {
        Told told = Told.of(corpus("file.csv"));

        ListedFile second = told.file(1);
        assertThat(second.digests().get(0).algorithm()).isEqualTo(ChecksumAlgorithm.MD5);
        assertThat(second.urls()).as("GridFTP").isEmpty();
        assertThat(told.warned).singleElement().asString().contains("'waiting'");
    }

    @Test
    void aRowThatWasToBeDeletedThatLeadsUpwardsOrThatIsBrokenIsRefused() throws IOException {
        Told told = Told.of(corpus("file.csv"));

        assertThat(told.entries).hasSize(2);
        assertThat(told.refused.toString()).contains("Synda was to delete it", "holds '..'", "a quote is not closed");
    }

    @Test
    void aTextBehindItsQuotesIsRefused() {
        Told told = Told.of(String.join(
                "\n",
                "file_functional_id,local_path,size",
                "a.b.c.v1.x.nc,\"/archive/a,b\"\"c.nc\",7",
                "a.b.c.v1.y.nc,\"/archive/y\".nc,7"));

        assertThat(told.file(0).path()).isEqualTo("/archive/a,b\"c.nc");
        assertThat(told.refused).singleElement().asString().startsWith("3: a quote is not closed, or closed before");
    }

    @Test
    void whatTheDatabasePrintsWithBarsIsReadAsWell() throws IOException {
        Told bars = Told.of(corpus("bars.txt"));
        assertThat(bars.file(0).path()).isEqualTo("/archive/x_1.nc");
        assertThat(bars.file(0).dataset()).isEqualTo(new DatasetName("a.b.c", "1"));
        assertThat(bars.file(0).digests()).isEmpty();
        assertThat(bars.refused).hasSize(1);
    }
}
