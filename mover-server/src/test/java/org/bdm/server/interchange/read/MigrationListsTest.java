package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bdm.server.interchange.entry.KeptDigest;
import org.bdm.server.interchange.entry.ListedQuery;
import org.junit.jupiter.api.Test;

/** Whole lists as people bring them from other programs: every line is an entry, or refused or warned of with its number. Invented. */
class MigrationListsTest {
    private static final String SHA = "ab".repeat(32);
    private static final String MD5 = "cd".repeat(16);
    private static final String MARK = "EOF--dataset.file.url.chksum_type.chksum";

    @Test
    void aScriptOfSeventeenHundredFilesCutAtAThousandIsTakenAndSaysWhatIsMissing() {
        String lines = IntStream.range(0, 1000)
                .mapToObj(i -> "'tas_" + i + ".nc' 'https://n.example/t/tas_" + i + ".nc' 'SHA256' '" + SHA + "'\n")
                .collect(Collectors.joining());
        Told told = Told.of("#!/bin/bash\n# ESG Federation download script\n#\n"
                + "# Warning! The total number of files was 1720 but this script will only process 1000.\n"
                + "version=1.3.2\ndownload_files=\"$(cat <<" + MARK + "\n" + lines + MARK + "\n)\"\n");
        assertThat(told.entries).hasSize(1000);
        assertThat(told.refused).isEmpty();
        assertThat(told.warned).singleElement().asString().startsWith("4: ").contains("1000 of 1720");
    }

    @Test
    void aScriptOfSeventeenHundredFilesWhoseTextEndsAtAThousandIsTakenAndItsEndRefused() {
        String lines = IntStream.range(0, 1720)
                .mapToObj(i -> "'tas_" + i + ".nc' 'https://n.example/t/tas_" + i + ".nc' 'SHA256' '" + SHA + "'\n")
                .collect(Collectors.joining());
        String script = "#!/bin/bash\ndownload_files=\"$(cat <<" + MARK + "\n" + lines + MARK + "\n)\"\n";
        int end = script.indexOf("'tas_1000.nc'") + 20;
        Told told = Told.of(script.substring(0, end));
        assertThat(told.entries).hasSize(1000);
        assertThat(told.refused).extracting(text -> text.substring(0, 5)).containsExactly("1003:", "1003:");
        assertThat(told.refused.get(1)).contains("ends inside its list");
    }

    @Test
    void aSyndaSelectionWithEveryKeywordIsTakenLineByLine() {
        List<String> lines = List.of(
                "# selection of somebody",
                "project=CMIP5",
                "model=\"CESM1(CAM5.1,FV2), MODEL-2\"",
                "experiment!=rcp26 rcp60",
                "ensemble=all",
                "variable[atmos][mon]=tas psl",
                "variable[Amon]=pr",
                "variables[table_id=day]=tasmax",
                "variable[*][*]=tos",
                "rcp85",
                "protocol=http",
                "searchapi_host=index.example",
                "url_replace=s|old|new|",
                "priority=1000",
                "timeslice=197001-198512",
                "local_path_format=custom",
                "local_path_drs_template=%(project)s/%(model)s",
                "local_path_product_format=normal",
                "local_path_project_format=uc",
                "data_node=node.example",
                "replica=false",
                "latest=true",
                "distrib=true",
                "retracted=false");
        Told told = Told.of(String.join("\n", lines) + "\n");
        assertThat(told.format).isEqualTo("synda");
        assertThat(told.refused).isEmpty();
        assertThat(told.entries).hasSize(4);
        assertThat(told.warned).anyMatch(text -> text.contains("timeslice picks files by their dates"));
        assertThat(told.warned.stream()
                        .filter(text -> text.contains("left out"))
                        .map(text -> lines.get(Integer.parseInt(text.split(":")[0]) - 1)
                                .split("=")[0]))
                .containsExactly(
                        "protocol",
                        "url_replace",
                        "priority",
                        "local_path_format",
                        "local_path_drs_template",
                        "local_path_product_format",
                        "local_path_project_format");
        ListedQuery first = told.query(0);
        assertThat(first.facets().keySet())
                .containsExactlyInAnyOrder("project", "model", "realm", "frequency", "variable", "data_node");
        assertThat(first.excluded()).isEqualTo(Map.of("experiment", List.of("rcp26", "rcp60")));
        assertThat(first.values()).containsExactly("rcp85");
        assertThat(first.settings().keySet())
                .containsExactlyInAnyOrder("searchapi_host", "timeslice", "replica", "latest", "distrib", "retracted");
    }

    @Test
    void aSyndaSelectionOfFileNamesIsRefusedWithItsLines() {
        Told told = Told.of("filename=ua_day_MODEL_historical.nc\nurl_replace=s|gsiftp://a/x|gsiftp://b/y|\n");
        assertThat(told.format).isEqualTo("synda");
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).hasSize(2);
        assertThat(told.refused.get(0)).startsWith("1: 'filename' picks files inside of datasets");
    }

    @Test
    void requestsOfAnOldEsgpullHaveTheCommonFacetsAndTheirOwn() {
        Told told = Told.of("""
                # two at once
                ---
                project: CMIP6
                table_id: Emon
                experiment_id: [dcppC-ipv-neg, historical]
                requests:
                - variable_id: raGrass, raTree
                  experiment_id: piControl
                - +table_id: fx
                  variable_id: orog
                """);
        assertThat(told.format).isEqualTo("facet-requests");
        assertThat(told.refused).isEmpty();
        assertThat(told.query(0).facets())
                .isEqualTo(Map.of(
                        "project", List.of("CMIP6"),
                        "table_id", List.of("Emon"),
                        "experiment_id", List.of("piControl"),
                        "variable_id", List.of("raGrass", "raTree")));
        assertThat(told.query(1).facets())
                .isEqualTo(Map.of(
                        "project", List.of("CMIP6"),
                        "table_id", List.of("Emon", "fx"),
                        "experiment_id", List.of("dcppC-ipv-neg", "historical"),
                        "variable_id", List.of("orog")));
    }

    @Test
    void aRequestWithoutAValueIsRefusedWithItsLineAndTheOthersAreTaken() {
        Told told = Told.of("project: CMIP6\nrequests:\n- variable_id: ','\n- variable_id: tas\n- [a, b]\n");
        assertThat(told.refused).containsExactly("3: 'variable_id' has no value", "5: the request is not a mapping");
        assertThat(told.entries).hasSize(1);
    }

    @Test
    void esgpullQueriesWithEveryOptionAreTaken() {
        Told told = Told.of("""
                - tags: name.surname@institute.example
                  tracked: true
                  options: {distrib: false, latest: true, replica: null, retracted: false}
                  selection:
                    mip_era: CMIP6
                    experiment_id: [historical, ssp585]
                    source_id: 'MODEL*'
                    '!member_id': [r1i1p1f1]
                    query: near surface
                  added_at: '2026-01-15 10:00:00'
                  updated_at: '2026-01-15 10:00:00'
                - tags: [a, b]
                  options: {latest: maybe, colour: red}
                  selection: {mip_era: CMIP6}
                """);
        assertThat(told.entries).hasSize(1);
        assertThat(told.query(0).settings())
                .isEqualTo(Map.of("distrib", "false", "latest", "true", "retracted", "false", "query", "near surface"));
        assertThat(told.query(0).excluded()).isEqualTo(Map.of("member_id", List.of("r1i1p1f1")));
        assertThat(told.refused).singleElement().asString().startsWith("12: ");
    }

    @Test
    void digestListsOfTheOtherKindHaveTheAlgorithmInFront() {
        Told told = Told.of("SHA256 (a (1).nc) = " + SHA + "\n\\MD5 (new\\nline.nc) = " + MD5 + "\nSHA1 (c.nc) = "
                + "0".repeat(40) + "\nSHA256 (d.nc) = " + MD5 + "\nSHA256 (../e.nc) = " + SHA + "\n");
        assertThat(told.format).isEqualTo("digest-list");
        assertThat(Stream.of(0, 1).map(i -> told.file(i).path())).containsExactly("a (1).nc", "new\nline.nc");
        assertThat(told.entries).hasSize(3);
        assertThat(told.file(2).digests()).isEmpty();
        assertThat(told.file(2).kept()).containsExactly(new KeptDigest("SHA1", "0".repeat(40)));
        assertThat(told.refused).extracting(text -> text.substring(0, 2)).containsExactly("4:", "5:");
    }

    @Test
    void requestsForVariablesAreOneQueryForEachDocument() {
        Told told = Told.of("# contact\n---\nexperiment:\n- historical\n- Some simulations\nmip_table: Amon\n"
                + "variable_name: tas\n---\nexperiment: piControl\nmip_table: Omon\nvariable_name: tos\n---\n"
                + "mip_table: Omon\n---\ncolour: red\n");
        assertThat(told.format).isEqualTo("variable-request");
        assertThat(told.entries).hasSize(2);
        assertThat(told.query(1).facets())
                .isEqualTo(Map.of(
                        "project", List.of("CMIP6"),
                        "experiment_id", List.of("piControl"),
                        "table_id", List.of("Omon"),
                        "variable_id", List.of("tos")));
        assertThat(told.warned).singleElement().asString().contains("'Some simulations'");
        assertThat(told.refused).extracting(text -> text.substring(0, 3)).containsExactly("13:", "15:");
    }
}
