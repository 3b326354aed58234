package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is none of the lists that are read is refused as a whole: nothing in it becomes an entry. */
class UnrecognisedFilesTest {
    private static void assertUnrecognised(byte[] file) {
        Told told = new Told();
        assertThatThrownBy(() -> new ListReader().read(new ByteArrayInputStream(file), told))
                .as(new String(file, StandardCharsets.ISO_8859_1))
                .isInstanceOf(MoverException.class);
        assertThat(told.entries).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n"
                        + "gnats:x:41:41:Gnats (admin):/var/lib/gnats:/usr/sbin/nologin\n",
                "root:x:0:0:root root:/root:/bin/bash\nbin:x:0:0:bin bin:/bin:/bin/sh\n",
                "127.0.0.1 localhost\n10.0.0.1 a.b.c.example\n",
                "a.b.c.example\nesgf-node.b.c.example\n",
                "10.0.0.1\n10.0.0.2\n",
                "include /etc/ld.so.conf.d/*.conf\n",
                "org.bdm.server.interchange.read.ListReader\norg.bdm.server.drs.DrsPath\n",
                "Dear all,\nplease find the data in CMIP6/CMIP here.\nsee data/here\nBest,\nA\n",
                "Dear all,\nwe need\nCMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803\nBest,\nA\n",
                "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://host/x?a=b\n",
                "[Unit]\nDescription=a b\n[Service]\nExecStart=/bin/x /y\n",
                "project=shop\n",
                "version=1\nname=x\nproject=shop\nport=80\nmodel=small\n",
                "# only\n# comments\n",
                " \n\n",
                "https://host/watch?v=abc\nhttps://host/page?id=3\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  a: b\n",
                "id,name,path\n1,a,/b\n",
                "%PDF-1.4\nstream\n"
            })
    void configurationsProseAndTablesAreRefused(String text) {
        assertUnrecognised(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void filesThatAreNoTextAreRefused() throws IOException {
        assertUnrecognised(new byte[0]);
        assertUnrecognised(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, '\n', 'a', '/', 'b', ' ', 'c', '\n'});
        assertUnrecognised("CDF\u0001 a.b.c.d.v1\n\u0000".getBytes(StandardCharsets.UTF_8));
        assertUnrecognised(("CMIP6.a.b.c.d.e.f.v1\n" + "\u0000".repeat(100)).getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("project=CMIP6\nsource_id=M1\n".getBytes(StandardCharsets.UTF_8));
        }
        assertUnrecognised(packed.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"my.little.app\"}", "{\"name\":\"x\",\"version\":\"1.2.3\"}"})
    void jsonOfOtherProgramsHoldsNoEntry(String json) {
        assertThat(Told.of(json).entries).isEmpty();
    }
}
