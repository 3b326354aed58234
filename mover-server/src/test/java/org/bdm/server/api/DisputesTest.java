package org.bdm.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.WritableStore;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.dispute.DisputedHoldings;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisputesTest {
    private static final Instant MODIFIED = Instant.parse("2019-12-07T01:02:03Z");
    private static final Checksum PUBLISHED = digest("what was published");

    @TempDir
    static Path home;

    private static RunningApi api;
    private static long files = (1L << 27) * 3;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Checksum digest(String text) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(text.getBytes(UTF_8)));
        return digest.finish();
    }

    private static WritableStore store() {
        return api.part(LocalExports.class).writable(new ExportName("data"));
    }

    /** A dispute with these bytes in the quarantine. */
    private static String disputed(String destination, String content) {
        FileId file = new FileId(++files);
        String name = file.number() + "-1.part";
        WorkArea area = store().workArea(new JobId(3));
        try (WritableFile temporary = area.create(name)) {
            temporary.write(0, ByteBuffer.wrap(content.getBytes(UTF_8)));
            temporary.setAttributes(MODIFIED, 0644);
            temporary.force();
        }
        area.quarantine(name);
        Dispute dispute = new Dispute(
                0,
                file,
                "bdm://here/data/" + destination,
                name,
                content.length(),
                MODIFIED,
                List.of(PUBLISHED),
                digest("right"),
                List.of("https://one.example/a.nc", "https://two.example/a.nc"),
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
        holdings().opened(dispute);
        assertThat(holding(destination).state()).isEqualTo(HoldingState.DISPUTED);
        return "dispute-" + api.catalog.disputes().open(dispute).join();
    }

    private static Holding holding(String path) {
        StorePath at = StorePath.ofUtf8(path);
        return api.catalog.holdings().find(new ExportName("data"), List.of(at)).get(at);
    }

    private static DisputedHoldings holdings() {
        return new DisputedHoldings(api.catalog, api.part(LocalExports.class), api.part(Clock.class));
    }

    private static Answer decide(String id, String verb) {
        return api.send("POST", "/disputes/" + id + "/" + verb, Role.OPERATOR, "{\"remark\":\"asked the publisher\"}");
    }

    @Test
    void acceptingPlacesTheKeptBytesWithTheirTime() throws IOException {
        String id = disputed("cmip6/v1/a.nc", "right");
        assertThat(api.get("/disputes/" + id).text("report"))
                .contains(PUBLISHED.hex(), digest("right").hex(), "a.nc");

        Answer accepted = decide(id, "accept");

        assertThat(accepted.status()).as(accepted.body()).isEqualTo(200);
        assertThat(accepted.text("state")).isEqualTo("ACCEPTED");
        assertThat(accepted.text("decidedBy")).isEqualTo("operator-person");
        Path placed = api.data.resolve("cmip6/v1/a.nc");
        assertThat(placed).hasContent("right");
        assertThat(Files.getLastModifiedTime(placed)).isEqualTo(FileTime.from(MODIFIED));
        assertThat(store().quarantine().names()).doesNotContain(id);
        Holding holding = holding("cmip6/v1/a.nc");
        assertThat(holding.state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(holding.digests())
                .extracting(HoldingDigest::digest, HoldingDigest::origin)
                .contains(tuple(digest("right"), DigestOrigin.ACCEPTED), tuple(PUBLISHED, DigestOrigin.LISTED));
        assertThat(decide(id, "accept").text("code")).isEqualTo("ILLEGAL_STATE");
        assertThat(decide(id, "reject").text("code")).isEqualTo("ILLEGAL_STATE");
        assertThat(placed).exists();
    }

    @Test
    void aCallThatEndedAfterPlacingIsEndedByTheNext() throws IOException {
        String id = disputed("again.nc", "right");
        Dispute dispute = api.catalog.disputes().after(0, DisputeState.OPEN, 100).stream()
                .filter(open -> id.equals("dispute-" + open.number()))
                .findFirst()
                .orElseThrow();
        store().quarantine().place(dispute.keptAs(), StorePath.ofUtf8("again.nc"), PlaceMode.NEW);

        assertThat(decide(id, "accept").text("state")).isEqualTo("ACCEPTED");
    }

    @Test
    void rejectingThrowsTheBytesAwayAndPlacesNothing() {
        String id = disputed("rejected.nc", "right");
        int before = store().quarantine().names().size();

        assertThat(decide(id, "reject").text("state")).isEqualTo("REJECTED");

        assertThat(store().quarantine().names()).hasSize(before - 1);
        assertThat(api.data.resolve("rejected.nc")).doesNotExist();
        assertThat(holding("rejected.nc")).isNull();
    }

    @Test
    void bytesThatChangedInTheQuarantineAreNotPlaced() {
        String id = disputed("rotten.nc", "rotten");

        assertThat(decide(id, "accept").text("code")).isEqualTo("CHECKSUM_MISMATCH");

        assertThat(api.data.resolve("rotten.nc")).doesNotExist();
        assertThat(api.get("/disputes/" + id).text("state")).isEqualTo("OPEN");
    }

    @Test
    void whatHasTheNameAlreadyIsLeftAlone() throws IOException {
        Files.writeString(api.data.resolve("taken.nc"), "mine");
        String id = disputed("taken.nc", "right");

        assertThat(decide(id, "accept").text("code")).isEqualTo("DESTINATION_EXISTS");

        assertThat(api.data.resolve("taken.nc")).hasContent("mine");
        assertThat(api.get("/disputes?state=open").body()).contains(id);
        assertThat(api.get("/disputes?state=rejected").body()).doesNotContain(id + "\"");
    }

    @Test
    void aReaderLooksAndDoesNotDecide() {
        String id = disputed("read.nc", "right");
        assertThat(api.send("POST", "/disputes/" + id + "/reject", Role.READER, "{}")
                        .status())
                .isEqualTo(403);
        assertThat(api.get("/disputes/7x").text("code")).isEqualTo("NOT_FOUND");
    }
}
