package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.PathPair;
import org.junit.jupiter.api.Test;

/** What is taken from each format, and which lines are refused. The records are invented. */
class ListFormatsTest {
    private static final String SHA = "ab".repeat(32);
    private static final String MD5 = "cd".repeat(16);
    private static final String DRS = "CMIP6/CMIP/INST/MODEL-1/historical/r1i1p1f1/Amon/tas/gn/v20200101";
    private static final String ID = "CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn";
    private static final String MARK = "EOF--dataset.file.url.chksum_type.chksum";

    private static String script(String lines) {
        return "#!/bin/bash\nversion=1.3.2\ndownload_files=\"$(cat <<" + MARK + "\n" + lines + MARK
                + "\n)\"\nrm -rf /\n";
    }

    private static String scriptLine(String name) {
        return "'" + name + "' 'http://node.example/thredds/fileServer/root/" + DRS + "/" + name + "' 'SHA256' '" + SHA
                + "'\n";
    }

    @Test
    void wgetScriptGivesPathAddressDigestAndTheDatasetOfTheAddress() {
        Told told = Told.of(script(scriptLine("a.nc") + "'b/b.nc' 'https://node.example/b.nc' '' ''\n"));
        assertThat(told.format).isEqualTo("wget");
        assertThat(told.refused).isEmpty();
        assertThat(told.warned).isEmpty();
        assertThat(told.entries).hasSize(2);
        assertThat(told.file(0).path()).isEqualTo("a.nc");
        assertThat(told.file(0).dataset()).isEqualTo(new DatasetName(ID, "20200101"));
        assertThat(told.file(0).digests().get(0).hex()).isEqualTo(SHA);
        assertThat(told.file(1).digests()).isEmpty();
        assertThat(told.file(1).dataset()).isNull();
    }

    @Test
    void wgetScriptRefusesBadLinesByNumberAndGoesOn() {
        Told told =
                Told.of(script("$(reboot)\n'../x.nc' 'http://n.example/x' '' ''\n'a.nc' 'file:///etc/passwd' '' ''\n"
                        + "'a.nc' 'http://n.example/a' 'SHA256' 'ff'\n" + scriptLine("ok.nc")));
        assertThat(told.entries).hasSize(1);
        assertThat(told.refused).extracting(text -> text.substring(0, 2)).containsExactly("4:", "5:", "6:", "7:");
    }

    @Test
    void wgetScriptThatWasCutOffIsTold() {
        StringBuilder thousand = new StringBuilder();
        for (int i = 0; i < 1000; i++) thousand.append(scriptLine("f" + i + ".nc"));
        assertThat(Told.of(script(thousand.toString())).warned)
                .singleElement()
                .asString()
                .contains("exactly 1,000");
        String says = script(scriptLine("a.nc"))
                .replace(
                        "version=",
                        "# The total number of files was 5000 but this script will only process 1000.\nversion=");
        assertThat(Told.of(says).warned).singleElement().asString().contains("1000 of 5000");
        Told open = Told.of(script(scriptLine("a.nc")).replaceFirst("(?s)\nEOF--.*", "\n"));
        assertThat(open.refused).singleElement().asString().contains("ends inside its list");
    }

    @Test
    void wgetScriptOfTheSimpleFormHasAddressesAlone() {
        Told told = Told.of("#!/bin/bash\ndownload_files=(\n'http://n.example/x/" + DRS + "/a.nc'\nbad\n)\n");
        assertThat(told.file(0).path()).isEqualTo("a.nc");
        assertThat(told.file(0).dataset()).isNotNull();
        assertThat(told.refused).hasSize(1);
    }

    @Test
    void mapfileIsReadInAllThreeSpellings() {
        Told told = Told.of(ID + "#20200101 | /data/" + DRS + "/a.nc | 10 | mod_time=1.5 | checksum=" + SHA
                + " | checksum_type=SHA256\n" + ID + ".v20200101 | /data/b.nc | 20 | checksum=" + MD5
                + " | checksum_type=MD5\n" + ID + ".v20200101 | /data/c.nc | 30 | checksum=1220" + SHA + "\n"
                + ID + ".v20200101 | /data/d.nc | 40 | colour=red\n");
        assertThat(told.format).isEqualTo("mapfile");
        assertThat(told.refused).isEmpty();
        assertThat(told.entries).extracting(ImportedEntry::dataset).containsOnly(new DatasetName(ID, "20200101"));
        assertThat(told.entries).extracting(ImportedEntry::sizeBytes).containsExactly(10L, 20L, 30L, 40L);
        assertThat(told.file(1).digests().get(0).algorithm()).isEqualTo(ChecksumAlgorithm.MD5);
        assertThat(told.file(2).digests().get(0).hex()).isEqualTo(SHA);
        assertThat(told.warned).singleElement().asString().startsWith("4: ").contains("'colour'");
    }

    @Test
    void mapfileRefusesWhatIsWrongInALine() {
        Told told = Told.of(ID + ".v1 | /data/a.nc | 1\n" + ID + ".v1 | /data/a.nc | -1\n" + ID + " | /data/a.nc | 1\n"
                + ID + ".v1 | /data/../a.nc | 1\n" + ID + ".v1 | /a.nc | 1 | checksum=12\n" + ID
                + ".v1 | /a.nc | 1 | x\n"
                + "no | /a.nc | 1\n" + ID + ".v1 | /a.nc | 99999999999999999999\n");
        assertThat(told.entries).hasSize(1);
        assertThat(told.refused).hasSize(7).first().asString().startsWith("2: the size '-1'");
    }

    @Test
    void syndaSelectionIsOneQueryOrOneForEachLineOfVariables() {
        Told one =
                Told.of("# a comment\nproject=CMIP6\nexperiment_id=historical ssp245\texp3\nexperiment_id=piControl\n"
                        + "source_id!=MODEL-2\nreplica=false\nensemble=all\npriority=10\nrcp26\n");
        assertThat(one.format).isEqualTo("synda");
        assertThat(one.refused).isEmpty();
        assertThat(one.query(0).facets())
                .isEqualTo(Map.of(
                        "project",
                        List.of("CMIP6"),
                        "experiment_id",
                        List.of("historical", "ssp245", "exp3", "piControl")));
        assertThat(one.query(0).excluded()).isEqualTo(Map.of("source_id", List.of("MODEL-2")));
        assertThat(one.query(0).settings()).isEqualTo(Map.of("replica", "false"));
        assertThat(one.query(0).values()).containsExactly("rcp26");
        assertThat(one.warned).singleElement().asString().startsWith("8: priority is left out");
        Told many = Told.of("variable[atmos][mon]=tas, pr\nvariable[*][*]=\"psl\"\nvariables[Amon]=ts:day\n"
                + "variable[table_id=Omon]=tos\nproject=CMIP5\n");
        assertThat(many.entries).hasSize(4);
        assertThat(many.query(0).facets())
                .isEqualTo(Map.of(
                        "realm",
                        List.of("atmos"),
                        "frequency",
                        List.of("mon"),
                        "variable",
                        List.of("tas", "pr"),
                        "project",
                        List.of("CMIP5")));
        assertThat(many.query(1).facets()).isEqualTo(Map.of("variable", List.of("psl"), "project", List.of("CMIP5")));
        assertThat(many.query(2).values()).containsExactly("Amon");
        assertThat(many.query(3).facets()).containsEntry("table_id", List.of("Omon"));
        assertThat(many.warned).singleElement().asString().startsWith("3: a value with ':'");
    }

    @Test
    void syndaSelectionRefusesWhatItCannotBeAndWhatWouldFindEverything() {
        Told told = Told.of("project=CMIP6\nScenarioMIP,=CFMIP\nmodel=\"a\nmodel=\nlatest=maybe\nfoo[x]=1\n");
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).hasSize(6).first().asString().startsWith("2: ");
        assertThat(Told.of("protocol=http\nlatest=true\n").refused)
                .singleElement()
                .asString()
                .contains("everything");
    }

    @Test
    void esgpullQueriesHaveWhatTheirParentsSelect() {
        Told told = Told.of("""
                aaaa:
                  selection: {project: CMIP6, '!source_id': [M2]}
                bbbb:
                  tracked: true
                  require: aaaa
                  options: {distrib: true, replica: null}
                  selection:
                    variable_id: [tas, pr]
                    query: some text
                  files:
                  - {filename: a.nc, local_path: x/y, dataset_id: '%s.v20200101|n.example', size: 7, checksum: %s,
                     checksum_type: SHA256, url: 'http://n.example/a.nc'}
                  - {filename: ../a.nc}
                """.formatted(ID, SHA));
        assertThat(told.format).isEqualTo("esgpull");
        assertThat(told.entries).hasSize(2);
        assertThat(told.query(0).facets())
                .isEqualTo(Map.of("project", List.of("CMIP6"), "variable_id", List.of("tas", "pr")));
        assertThat(told.query(0).excluded()).isEqualTo(Map.of("source_id", List.of("M2")));
        assertThat(told.query(0).settings()).isEqualTo(Map.of("distrib", "true", "query", "some text"));
        assertThat(told.file(1).dataset()).isEqualTo(new DatasetName(ID, "20200101"));
        assertThat(told.file(1).sizeBytes()).isEqualTo(7);
        assertThat(told.refused).singleElement().asString().startsWith("13: ");
    }

    @Test
    void esgpullListNamesAParentThatIsMissingAndRefusesAnEmptyQuery() {
        Told told =
                Told.of("- tracked: true\n  require: '0123'\n  selection:\n    table_id: Omon\n- selection: {}\n- 7\n");
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).hasSize(3).anyMatch(text -> text.startsWith("1: ") && text.contains("'0123'"));
        assertThat(Told.of("[{\"selection\": {\"project\": \"CMIP6\"}}]").entries)
                .hasSize(1);
        assertThat(Told.of("- {selection: {project: CMIP6}}\n").entries).hasSize(1);
        Told circle = Told.of("a:\n  require: b\n  tracked: true\nb:\n  require: a\n  tracked: true\n");
        assertThat(circle.entries).isEmpty();
        assertThat(circle.refused).hasSize(2).allMatch(text -> text.contains("ancestors"));
    }

    @Test
    void metalinkGivesSizesDigestsAndCopiesInTheirOrder() {
        Told told = Told.of("""
                <?xml version="1.0" encoding="UTF-8"?>
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                 <file name="tree/a.nc"><identity>%s</identity><version>v20200101</version><size>5</size>
                  <hash type="sha-256">%s</hash><hash type="sha-512">00</hash>
                  <pieces length="2" type="sha-1"><hash>11</hash></pieces>
                  <url priority="2">http://two.example/a</url><url priority="1">https://one.example/a?x=1&amp;y=2</url></file>
                 <file><size>1</size></file>
                 <file name="/etc/passwd"/>
                 <file name="b.nc"><size>many</size></file>
                 <file name="c.nc"><identity>A program</identity></file>
                </metalink>
                """.formatted(ID, SHA));
        assertThat(told.format).isEqualTo("metalink");
        assertThat(told.entries).hasSize(2);
        assertThat(told.file(1).dataset()).isNull();
        assertThat(told.file(0).dataset()).isEqualTo(new DatasetName(ID, "20200101"));
        assertThat(told.file(0).sizeBytes()).isEqualTo(5);
        assertThat(told.file(0).digests()).hasSize(1);
        assertThat(told.file(0).urls())
                .extracting(Object::toString)
                .containsExactly("https://one.example/a?x=1&y=2", "http://two.example/a");
        assertThat(told.refused).extracting(text -> text.substring(0, 2)).containsExactly("7:", "8:", "9:");
    }

    @Test
    void digestListsOfBothAlgorithmsAreRead() {
        Told told = Told.of(SHA + "  " + DRS + "/a.nc\n" + MD5 + " *b c.nc\n\\" + SHA + "  new\\nline\\\\.nc\n" + SHA
                + "\nff  x\n" + SHA + "  a/../b\n\\" + SHA + "  bad\\t\n");
        assertThat(told.format).isEqualTo("digest-list");
        assertThat(told.entries).hasSize(3);
        assertThat(told.file(0).dataset()).isEqualTo(new DatasetName(ID, "20200101"));
        assertThat(told.file(1).path()).isEqualTo("b c.nc");
        assertThat(told.file(2).path()).isEqualTo("new\nline\\.nc");
        assertThat(told.refused).hasSize(4);
    }

    @Test
    void globusBatchHasPairsQuotedAsForAShell() {
        Told told = Told.of("# c\n--recursive /a/b/ /c/\n--external-checksum " + MD5
                + " '/x y' \"/z \\\"w\" # why\n/one\n" + "--delete /a /b\n'/open /b\n/a/../b /c\n");
        assertThat(told.format).isEqualTo("globus-batch");
        assertThat(told.entries.get(0)).isEqualTo(new PathPair("/a/b/", "/c/", true, null));
        assertThat(((PathPair) told.entries.get(1)).destination()).isEqualTo("/z \"w");
        assertThat(told.entries).extracting(ImportedEntry::files).containsExactly(0, 1);
        assertThat(told.refused).hasSize(4);
    }

    @Test
    void datasetIdsAreReadWithAndWithoutVersionAndNode() {
        Told told = Told.of(
                ID + "\n" + ID + ".v20200101\n" + ID + "#20200101\n" + ID + ".v20200101|node.example\nno id\nx|y z\n");
        assertThat(told.format).isEqualTo("dataset-list");
        assertThat(told.entries)
                .extracting(entry -> entry.dataset().version())
                .containsExactly("", "20200101", "20200101", "20200101");
        assertThat(((DatasetWish) told.entries.get(3)).dataNode()).isEqualTo("node.example");
        assertThat(told.refused).hasSize(2);
    }

    @Test
    void drsPathsAreDatasetsFilesOrQueriesByWhereTheyEnd() {
        Told told = Told.of("/root/" + DRS + "\n" + DRS + "/a.nc\n/css/CMIP6/CMIP/INST\n"
                + "cordex/cordex/output/EUR-11/KN/DRV/historical/r1i1p1/KN-RCM/v2/mon/tas/v20160620\n"
                + "/d/cmip5/output1/INST/M/rcp45/mon/atmos/Amon/r1i1p1/v1/tas\n/somewhere/else\n" + DRS
                + "/x/y\nhttp://h.example/"
                + DRS + "\n");
        assertThat(told.format).isEqualTo("drs-paths");
        assertThat(told.entries).hasSize(5);
        assertThat(told.entries.get(0).dataset()).isEqualTo(new DatasetName(ID, "20200101"));
        assertThat(told.entries.get(1)).isInstanceOf(ListedFile.class);
        assertThat(told.query(2).facets()).containsEntry("institution_id", List.of("INST"));
        assertThat(told.entries.get(3).dataset().masterId())
                .isEqualTo("cordex.output.EUR-11.KN.DRV.historical.r1i1p1.RCM.v2.mon.tas");
        assertThat(told.entries.get(4).dataset().instanceId())
                .isEqualTo("cmip5.output1.INST.M.rcp45.mon.atmos.Amon.r1i1p1.v1");
        assertThat(told.refused).hasSize(3);
    }

    @Test
    void whatIsNoListIsRefusedAsAWhole() {
        assertThatThrownBy(() -> Told.of("")).isInstanceOf(MoverException.class).hasMessageContaining("empty");
        assertThatThrownBy(() -> Told.of("Dear all,\nplease replicate it.\n"))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("none of the formats")
                .hasMessageContaining("mapfile");
        assertThatThrownBy(() -> Told.of("<html></html>")).isInstanceOf(MoverException.class);
    }
}
