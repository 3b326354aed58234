package org.bdm.server.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The archive: every part without secrets, and a part that fails hides no other. */
@Timeout(60)
class SupportBundleTest {
    private static Map<String, String> written(BundlePart... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new SupportBundle(List.of(parts), () -> Set.of("open sesame"), Clock.systemUTC()).write(out);
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip =
                new ZipInputStream(new ByteArrayInputStream(out.toByteArray()), StandardCharsets.UTF_8)) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    @Test
    void partsOfTheCatalogComeLastAndAFailureHidesNoOther() throws IOException {
        Map<String, String> files = written(
                BundlePart.ofCatalog("a.txt", out -> {
                    out.write("half of it: open se");
                    throw new IllegalStateException("the catalog is away, open sesame");
                }),
                BundlePart.ofProcess("b.txt", out -> out.write("said open sesame\nno end")),
                BundlePart.ofCatalog("c.txt", out -> out.write("c")));
        assertThat(files.keySet()).containsExactly("README.txt", "b.txt", "a.txt", "c.txt", "errors.txt");
        assertThat(files).containsEntry("b.txt", "said [removed]\nno end\n").containsEntry("c.txt", "c\n");
        assertThat(files.get("errors.txt")).startsWith("a.txt: ").contains("away, [removed]");
    }

    @Test
    void partIsBounded() throws IOException {
        StringWriter out = new StringWriter();
        try (SecretFilter filter = new SecretFilter(out, new SecretRemoval(List.of()), 100)) {
            for (int i = 0; i < 50; i++) filter.write("ten chars.\n");
        }
        assertThat(out.toString().lines()).hasSize(11).last().asString().contains("too large");
    }

    @Test
    void hugeLineIsCut() throws IOException {
        StringWriter out = new StringWriter();
        try (SecretFilter filter = new SecretFilter(out, new SecretRemoval(List.of()), 1 << 20)) {
            filter.write("x".repeat(1 << 20) + "\n");
            filter.write("token=\"\\a".repeat(1 << 17) + "\n");
            filter.write("jdbc:x:".repeat(1 << 17) + "\nnext\n");
        }
        assertThat(out.toString().length()).isLessThan(3 * (129 << 10));
        assertThat(out.toString()).contains("[line cut]").endsWith("\nnext\n");
    }

    @Test
    void logInMemoryIsBoundedAndKeepsTheNewest() throws IOException {
        RecentLog log = new RecentLog();
        byte[] line = ("x".repeat(1 << 20) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 10; i++) log.keep(line);
        log.keep("the newest\n".getBytes(StandardCharsets.UTF_8));
        StringWriter out = new StringWriter();
        log.writeTo(out);
        assertThat((long) out.toString().length()).isBetween(4L << 20, RecentLog.BYTES_MAX);
        assertThat(out.toString()).endsWith("the newest\n");
    }

    @Test
    void threadsAreShownWithTheirStacks() throws IOException {
        StringWriter out = new StringWriter();
        ProcessParts.threads().write(out);
        assertThat(out.toString())
                .contains(Thread.currentThread().getName(), "\tat org.bdm.server.support.SupportBundleTest");
    }
}
