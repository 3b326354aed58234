package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.EntryJson;
import org.bdm.server.interchange.entry.KeptDigest;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.PathPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What esgpull 0.10, esgprep 3.4 and globus-cli 3 write beyond what earlier versions wrote: one odd part costs nothing but itself. Invented. */
class ForeignListsTest {
    private static final String SHA = "ab".repeat(32);
    private static final String SHA512 = "cd".repeat(64);
    private static final String ID = "CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn";
    private static final DatasetName DATASET = new DatasetName(ID, "20190803");
    private static final String DIRECTORY = "CMIP6/CMIP/INST/MODEL-1/historical/r1i1p1f1/Amon/tas/gn/v20190803";

    /** {@code esgpull show --yaml --files} of version 0.10.0 with the STAC backend. */
    private static String esgpullYaml(String checksum, String type, String localPath) {
        return """
                78acc70950bff0ab539ab4ad60bb8cc4042b8890:
                  tracked: true
                  selection:
                    project: CMIP6
                    variable_id: tas
                  backend: stac
                  added_at: '2026-11-28 16:17:11'
                  updated_at: '2026-11-28 16:17:11'
                  files:
                  - file_id: %s.v20190803.tas.nc
                    dataset_id: %s.v20190803
                    master_id: %s.tas.nc
                    url: https://node.example/data/%s/tas.nc
                    version: v20190803
                    filename: tas.nc
                    local_path: %s
                    data_node: node.example
                    checksum: %s
                    checksum_type: %s
                    size: 7
                    status: New
                """.formatted(ID, ID, ID, DIRECTORY, localPath, checksum, type);
    }

    private static void isTheFile(Told told) {
        assertThat(told.format).isEqualTo("esgpull");
        assertThat(told.refused).isEmpty();
        assertThat(told.entries).hasSize(2);
        assertThat(told.query(0).facets())
                .isEqualTo(Map.of("project", List.of("CMIP6"), "variable_id", List.of("tas")));
        assertThat(told.file(1).path()).isEqualTo(DIRECTORY + "/tas.nc");
        assertThat(told.file(1).dataset()).isEqualTo(DATASET);
        assertThat(told.file(1).sizeBytes()).isEqualTo(7);
        assertThat(told.file(1).urls()).hasSize(1);
    }

    @ParameterizedTest
    @Tag("E1")
    @ValueSource(
            strings = {
                DIRECTORY + "/tas.nc",
                DIRECTORY,
                DIRECTORY + "/",
                "https:/node.example/data/" + DIRECTORY,
            })
    void queriesAndFilesOfEsgpullWithTheStacBackendAreReadAndNoNameIsDoubled(String localPath) {
        Told told = Told.of(esgpullYaml("1220" + SHA, "MULTIHASH", localPath));
        isTheFile(told);
        assertThat(told.file(1).digests()).singleElement().satisfies(digest -> {
            assertThat(digest.algorithm()).isEqualTo(ChecksumAlgorithm.SHA256);
            assertThat(digest.hex()).isEqualTo(SHA);
        });
        assertThat(told.warned).isEmpty();
    }

    @Test
    @Tag("E1")
    void theSameQueryIsReadAsJson() {
        Told told = Told.of("""
                {"78acc70950bff0ab539ab4ad60bb8cc4042b8890": {"tracked": true,
                  "selection": {"project": "CMIP6", "variable_id": "tas"}, "backend": "stac",
                  "added_at": "2026-11-28 16:17:11", "updated_at": "2026-11-28 16:17:11",
                  "files": [{"file_id": "%s.v20190803.tas.nc", "dataset_id": "%s.v20190803",
                    "url": "https://node.example/data/%s/tas.nc", "filename": "tas.nc", "local_path": "%s/tas.nc",
                    "checksum": "1220%s", "checksum_type": "MULTIHASH", "size": 7, "status": "New"}]}}
                """.formatted(ID, ID, DIRECTORY, DIRECTORY, SHA));
        isTheFile(told);
        assertThat(told.file(1).digests()).hasSize(1);
    }

    @ParameterizedTest
    @Tag("E1")
    @CsvSource({"1340,MULTIHASH,SHA-512", "1440,MULTIHASH,SHA3-512", ",SHA512,SHA512", ",BLAKE9,BLAKE9"})
    void aDigestOfAnotherAlgorithmOfEsgpullIsKeptAsTextAndTheFileTaken(String head, String type, String algorithm) {
        String written = (head == null ? "" : head) + SHA512;
        Told told = Told.of(esgpullYaml(written, type, DIRECTORY));
        isTheFile(told);
        assertThat(told.file(1).digests()).isEmpty();
        assertThat(told.file(1).kept()).containsExactly(new KeptDigest(algorithm, written));
        assertThat(told.warned).singleElement().asString().contains(algorithm).contains("not computed here");
        ListedFile again = (ListedFile) EntryJson.read(EntryJson.write(told.file(1)));
        assertThat(again).isEqualTo(told.file(1));
    }

    @Test
    @Tag("E1")
    void aFieldOfALaterEsgpullIsWarnedOfOnceAndItsQueriesAreRead() {
        Told told = Told.of(IntStream.range(0, 3)
                .mapToObj(i -> "q" + i + ":\n  tracked: true\n  shard: 7\n  selection:\n    variable_id: v" + i + "\n")
                .collect(Collectors.joining()));
        assertThat(told.entries).hasSize(3);
        assertThat(told.refused).isEmpty();
        assertThat(told.warned)
                .singleElement()
                .asString()
                .startsWith("2: ")
                .contains("'shard'")
                .contains("3 times");
    }

    @Test
    void linesThatTheTerminalCutOffAreRefusedWithTheRemedy() {
        String cut = esgpullYaml("1220" + SHA, "MULTIHASH", DIRECTORY + "/tas.nc")
                .lines()
                .map(line -> line.length() > 80 ? line.substring(0, 80) : line)
                .collect(Collectors.joining("\n"));
        Told told = Told.of(cut);
        assertThat(told.entries).hasSize(1);
        assertThat(told.refused).singleElement().asString().contains("cut off").contains("--json");
    }

    @ParameterizedTest
    @Tag("E6")
    @CsvSource({"sha512,128", "sha1,40", "SHA3_256,64", "sha224,56", "blake2b,128", "somehash,64"})
    void aMapfileWithAnotherAlgorithmGivesPathSizeAndDatasetAndOneWarning(String type, int length) {
        String digest = "e".repeat(length);
        Told told = Told.of(IntStream.range(0, 5)
                .mapToObj(i -> ID + ".v20190803 | /data/" + DIRECTORY + "/" + i + ".nc | " + (i + 1)
                        + " | mod_time=1577836800.0 | checksum=" + digest + " | checksum_type=" + type + "\n")
                .collect(Collectors.joining()));
        assertThat(told.refused).isEmpty();
        assertThat(told.entries).hasSize(5);
        assertThat(told.file(4).sizeBytes()).isEqualTo(5);
        assertThat(told.file(4).dataset()).isEqualTo(DATASET);
        assertThat(told.file(4).digests()).isEmpty();
        assertThat(told.file(4).kept()).containsExactly(new KeptDigest(type, digest));
        assertThat(told.warned)
                .singleElement()
                .asString()
                .startsWith("1: ")
                .contains("'" + type + "' is not computed here")
                .contains("5 times");
    }

    @ParameterizedTest
    @Tag("E6")
    @CsvSource({"1340,128,SHA-512,0", "1620,64,SHA3-256,0", "1440,128,SHA3-512,0", "1220,64,,1"})
    void aMapfileWithMultihashesAsEsgprepWritesThemIsRead(String head, int length, String algorithm, int computed) {
        Told told = Told.of(
                ID + ".v20190803 | /data/" + DIRECTORY + "/a.nc | 7 | checksum=" + head + "a".repeat(length) + "\n");
        assertThat(told.refused).isEmpty();
        assertThat(told.file(0).digests()).hasSize(computed);
        assertThat(told.file(0).kept())
                .extracting(KeptDigest::algorithm)
                .containsExactlyElementsOf(computed == 1 ? List.of() : List.of(algorithm));
    }

    @ParameterizedTest
    @Tag("E7")
    @ValueSource(strings = {"", " | checksum_type=SHA256", " | checksum_type=sha2-256"})
    void aMultihashWithItsPrefixTwiceIsUnderstoodAndWarnedOf(String type) {
        Told told =
                Told.of(ID + ".v20190803 | /data/" + DIRECTORY + "/a.nc | 7 | checksum=12201220" + SHA + type + "\n");
        assertThat(told.file(0).digests().get(0).hex()).isEqualTo(SHA);
        assertThat(told.warned).singleElement().asString().contains("stands twice");
    }

    @Test
    @Tag("E6")
    void listsOfSha512sumAndOfOpensslAreRead() {
        Told plain = Told.of(SHA512 + "  " + DIRECTORY + "/a.nc\n" + "12".repeat(20) + " *b.nc\n");
        assertThat(plain.format).isEqualTo("digest-list");
        assertThat(plain.entries).hasSize(2);
        assertThat(plain.file(0).dataset()).isEqualTo(DATASET);
        assertThat(plain.warned).hasSize(2);
        Told openssl =
                Told.of("SHA2-256(a.nc)= " + SHA + "\nSHA512(b.nc)= " + SHA512 + "\nBLAKE2b (c.nc) = " + SHA512 + "\n");
        assertThat(openssl.format).isEqualTo("digest-list");
        assertThat(openssl.entries).hasSize(3);
        assertThat(openssl.file(0).digests()).hasSize(1);
        assertThat(openssl.refused).isEmpty();
    }

    @Test
    @Tag("E6")
    void anAlgorithmThatIsNotComputedDoesNotCostTheFileInAnyFormat() {
        String wget = "#!/bin/bash\ndownload_files=\"$(cat <<EOF--dataset.file.url.chksum_type.chksum\n"
                + "'a.nc' 'https://n.example/a.nc' 'SHA512' '" + SHA512
                + "'\nEOF--dataset.file.url.chksum_type.chksum\n)\"\n";
        String metalink =
                "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"><file name=\"a.nc\"><hash type=\"sha-512\">"
                        + SHA512 + "</hash><url>https://n.example/a.nc</url></file></metalink>";
        String record = "{\"id\": \"x\", \"dataset_id\": \"" + ID + ".v1|n.example\", \"type\": \"File\", \"title\":"
                + " \"a.nc\", \"checksum\": [\"" + SHA512 + "\"], \"checksum_type\": [\"SHA512\"]}";
        String synda = "file_functional_id,local_path,checksum,checksum_type\n" + ID + ".v1.a.nc,x/a.nc," + SHA512
                + ",sha512\n";
        String item = "{\"type\": \"Feature\", \"id\": \"" + ID + ".v1\", \"assets\": {\"a.nc\": {\"href\":"
                + " \"https://n.example/a.nc\", \"type\": \"application/netcdf\", \"file:checksum\": \"1340" + SHA512
                + "\"}}}";
        for (String list : List.of(wget, metalink, record, synda, item)) {
            Told told = Told.of(list);
            assertThat(told.refused).as(told.format).isEmpty();
            assertThat(told.file(0).kept())
                    .as(told.format)
                    .singleElement()
                    .satisfies(kept -> assertThat(kept.text()).endsWith(SHA512));
            assertThat(told.warned).as(told.format).hasSize(1);
        }
    }

    @Test
    @Tag("E6")
    void anAddressThatCannotBeFetchedFromIsLeftOutAndTheFileTakenWithTheOthers() {
        String metalink = "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"><file name=\"a.nc\">"
                + "<url>ftp://n.example/a.nc</url><url>https://n.example/a.nc</url></file></metalink>";
        String record = "{\"id\": \"x\", \"dataset_id\": \"" + ID + ".v1|n.example\", \"type\": \"File\", \"title\":"
                + " \"a.nc\", \"url\": [\"http://n.example/a b.nc|x|HTTPServer\", \"https://n.example/a.nc|x|HTTPServer\"]}";
        for (String list : List.of(metalink, record)) {
            Told told = Told.of(list);
            assertThat(told.refused).isEmpty();
            assertThat(told.file(0).urls()).extracting(Object::toString).containsExactly("https://n.example/a.nc");
            assertThat(told.warned).singleElement().asString().contains("is left out");
        }
        Told none = Told.of(metalink.replace("<url>https://n.example/a.nc</url>", ""));
        assertThat(none.refused).singleElement().asString().contains("ftp://n.example/a.nc");
    }

    @Test
    @Tag("L2")
    void linesOfAGlobusBatchWithTheOptionsOfGlobusCliAreRead() {
        Told told = Told.of("--no-recursive /a/x.nc /b/x.nc\n"
                + "--external-checksum=" + SHA + " --no-recursive '/a/y z.nc' /b/y.nc\n"
                + "--recursive /a/d/ /b/d/\n"
                + "--checksum-algorithm MD5 --external-checksum " + "ef".repeat(16) + " /a/m.nc /b/m.nc\n"
                + "--checksum-algorithm SHA512 --external-checksum " + SHA512 + " /a/s.nc /b/s.nc\n"
                + "-r --no-recursive -- /a/- /b/-\n"
                + "--sync-level checksum --preserve-timestamp /a/t.nc /b/t.nc\n");
        assertThat(told.format).isEqualTo("globus-batch");
        assertThat(told.refused).isEmpty();
        assertThat(told.entries)
                .extracting(entry -> ((PathPair) entry).recursive())
                .containsExactly(false, false, true, false, false, false, false);
        assertThat(((PathPair) told.entries.get(1)).digest()).isNotNull();
        assertThat(((PathPair) told.entries.get(3)).digest().algorithm()).isEqualTo(ChecksumAlgorithm.MD5);
        assertThat(((PathPair) told.entries.get(4)).digest()).isNull();
        assertThat(told.warned).hasSize(3);
    }

    @ParameterizedTest
    @Tag("L2")
    @ValueSource(strings = {"--delete-destination-extra", "--delete", "--exclude=*.tmp", "--frobnicate"})
    void anOptionThatWouldMakeItAnotherTransferIsRefusedByName(String option) {
        Told told = Told.of("--no-recursive /a/x.nc /b/x.nc\n" + option + " /a/d/ /b/d/\n/a/y.nc /b/y.nc\n");
        assertThat(told.entries).hasSize(2);
        assertThat(told.refused).singleElement().asString().startsWith("2: ").contains(option.split("=")[0]);
    }
}
