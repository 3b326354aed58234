package org.bdm.server.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.PathPrefix;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.tape.FakeTapeService.Dialect;
import org.bdm.server.tape.FileLocality.Place;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One client for four dialects of the Tape REST interface. */
@ParameterizedClass
@EnumSource(Dialect.class)
class TapeServiceTest {
    private static final String BLANK = "/cmip6/tas #1 %20.nc";

    @Parameter
    Dialect dialect;

    private FakeTapeService fake;
    private TapeService service;
    private final Map<String, Integer> refused = new HashMap<>();
    private TapeService.Taken taken;
    private final TapeService.Stager stager = new TapeService.Stager() {
        @Override
        public void taken(List<String> paths, TapeService.Taken request) {
            taken = request;
        }

        @Override
        public void refused(String path, int status) {
            refused.put(path, status);
        }
    };

    @BeforeEach
    void open() {
        fake = new FakeTapeService(dialect);
        service = service(NodePolicy.NONE);
    }

    @AfterEach
    void close() {
        fake.close();
    }

    private TapeService service(NodePolicy policy) {
        AddressGuard guard = new AddressGuard(List.of(fake.authority()));
        return new TapeService(URI.create(fake.base()), new TapeConnections(guard, node -> policy, "bdm-test/1"));
    }

    private List<String> many(int files) {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            paths.add("/cmip6/" + i + ".nc");
            fake.put("/cmip6/" + i + ".nc", "TAPE");
        }
        return paths;
    }

    @Test
    void theAddressOfTheServiceIsFoundWhateverIsBesideItOrMissing() {
        assertThat(TapeAnswers.service(JsonAnswers.MAPPER.readTree(fake.discovery())))
                .contains(URI.create(fake.base()));
        assertThat(TapeAnswers.service(JsonAnswers.MAPPER.readTree("{\"endpoints\":[{\"uri\":\"x\"}]}")))
                .isEmpty();
        assertThat(TapeAnswers.service(JsonAnswers.MAPPER.readTree("[]"))).isEmpty();
    }

    @Test
    void whereFilesAreIsMatchedByPathWhateverTheOrder() {
        fake.put("/a.nc", "TAPE");
        fake.put("/b.nc", "DISK_AND_TAPE");
        fake.put(BLANK, "DISK");
        Map<String, FileLocality> found = service.localities(List.of("/a.nc", "/b.nc", BLANK, "/a.nc", "/none.nc"));
        assertThat(found.get("/a.nc").isOnTapeOnly()).isTrue();
        assertThat(found.get("/b.nc").place()).isEqualTo(Place.DISK_AND_TAPE);
        assertThat(found.get(BLANK).isOnDisk(false)).isTrue();
        assertThat(found.get("/none.nc").place()).isEqualTo(Place.MISSING);
    }

    @Test
    void whatIsLeftOutWithoutAWordIsAskedAgain() {
        List<String> paths = many(100);
        fake.localitiesMax = 30;
        assertThat(service.localities(paths))
                .hasSize(100)
                .allSatisfy((path, found) -> assertThat(found.isOnTapeOnly()).isTrue());
        fake.localitiesMax = 0;
        assertThat(service.localities(paths))
                .hasSize(100)
                .allSatisfy((path, found) -> assertThat(found.place()).isEqualTo(Place.UNKNOWN));
    }

    @Test
    void bulksAreNoLargerThanTheStrictestServiceTakesAndHalvedWhereThatIsTooLarge() {
        List<String> paths = many(1_100);
        assertThat(service.localities(paths)).hasSize(1_100);
        assertThat(fake.calls())
                .containsExactly("POST /archiveinfo 500", "POST /archiveinfo 500", "POST /archiveinfo 100");
        fake.bulkMax = 60;
        assertThat(service.localities(paths.subList(0, 100))).hasSize(100);
        service.stage(paths.subList(0, 100), stager);
        assertThat(fake.staged().stream().flatMap(List::stream)).containsExactlyElementsOf(paths.subList(0, 100));
        assertThat(fake.staged()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 504, 400, 403})
    void onePathThatTheServiceFailsOnKeepsNoOtherWaiting(int status) {
        List<String> paths = many(1_100);
        fake.brokenPaths.addAll(List.of(paths.get(0), paths.get(777), paths.get(1_099)));
        fake.brokenStatus = status;
        Map<String, FileLocality> found = service.localities(paths);
        assertThat(found).hasSize(1_100);
        found.forEach((path, locality) -> {
            boolean isBroken = fake.brokenPaths.contains(path);
            Place isSaid = status >= 500 ? Place.FAILED : Place.UNKNOWN;
            assertThat(locality.place()).as(path).isEqualTo(isBroken ? isSaid : Place.TAPE);
            if (isBroken) assertThat(locality.detail()).contains(String.valueOf(status));
        });
        service.stage(paths.subList(0, 500), stager);
        assertThat(refused).containsExactly(Map.entry(paths.get(0), status));
        assertThat(fake.staged().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(paths.subList(1, 500));
    }

    @Test
    void directoryOfBadPathsIsAskedForByThePathAndServiceThatFailsOnEverythingIsSoonLeftAlone() {
        List<String> paths = many(1_000);
        fake.brokenPaths.addAll(paths.subList(0, 600));
        assertThat(service.localities(paths).values())
                .filteredOn(FileLocality::isOnTapeOnly)
                .hasSize(400);
        fake.brokenPaths.addAll(paths);
        int before = fake.calls().size();
        assertThatThrownBy(() -> service.localities(paths)).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
            assertThat(TapeService.isOfOneRequest(e)).isTrue();
        });
        assertThat(fake.calls()).hasSizeLessThan(before + 40);
        assertThatThrownBy(() -> service.localities(paths.subList(0, 1))).isInstanceOf(MoverException.class);
        assertThatThrownBy(() -> service.stage(paths.subList(0, 500), stager)).isInstanceOf(MoverException.class);
        assertThat(fake.staged()).isEmpty();
    }

    @Test
    void aFileWithoutBytesThatIsNowhereIsOnDisk() {
        FileLocality nowhere = FileLocality.of("NONE", "");
        assertThat(nowhere.isOnDisk(true)).isTrue();
        assertThat(nowhere.isOnDisk(false)).isFalse();
    }

    @Test
    void wordsThatNobodyKnowsAreSaidAndNotBelieved() {
        fake.put("/a.nc", "DISK");
        fake.word = "NEARLINE_MAYBE";
        FileLocality found = service.localities(List.of("/a.nc")).get("/a.nc");
        assertThat(found.place()).isEqualTo(Place.UNKNOWN);
        assertThat(found.isOnDisk(false)).isFalse();
        assertThat(found.detail()).contains("NEARLINE_MAYBE");
    }

    @Test
    void aRequestIsFollowedUntilItsFileIsThere() {
        fake.put("/a.nc", "TAPE");
        fake.put(BLANK, "TAPE");
        service.stage(List.of("/a.nc", BLANK), stager);
        assertThat(taken.address()).isEqualTo(URI.create(fake.base() + "/stage/" + taken.id()));
        fake.arrive(BLANK);
        fake.fail("/a.nc");
        Map<String, StageProgress> progress = service.progress(taken.address()).orElseThrow();
        assertThat(progress.get(BLANK).isCompleted()).isTrue();
        assertThat(progress.get(BLANK).isGivenUp()).isFalse();
        assertThat(progress.get("/a.nc").isGivenUp()).isTrue();
        assertThat(progress.get("/a.nc").isCompleted()).isFalse();
        fake.forget();
        assertThat(service.progress(taken.address())).isEmpty();
    }

    @Test
    void whatARequestDoesNotKnowIsRefusedAndChangesNothing() {
        fake.put("/a.nc", "TAPE");
        service.stage(List.of("/a.nc"), stager);
        assertThat(service.cancel(taken.id(), List.of("/a.nc", "/b.nc"))).isFalse();
        assertThat(fake.states()).containsEntry("/a.nc", "SUBMITTED");
        assertThat(service.cancel(taken.id(), List.of("/a.nc"))).isTrue();
        assertThat(fake.states()).containsEntry("/a.nc", "CANCELLED");
        assertThat(service.delete(taken.id())).isTrue();
        assertThat(service.delete(taken.id())).as("it is gone already").isTrue();
    }

    @Test
    void aReleaseThatTheServiceCannotMakeIsNotDone() {
        fake.put("/a.nc", "DISK_AND_TAPE");
        service.stage(List.of("/a.nc"), stager);
        fake.broken = taken.id();
        assertThat(service.release(taken.id(), List.of("/a.nc"))).isFalse();
        assertThat(fake.released()).isEmpty();
    }

    @Test
    void aServiceThatHasTooMuchToDoIsSaidToBeBusy() {
        fake.refusals.set(1);
        assertThatThrownBy(() -> service.localities(List.of("/a.nc")))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_NODE_BUSY));
    }

    @Test
    void theTokenOfTheHostGoesOverTlsOnlyUnlessThatIsSaid() {
        NodePolicy policy = NodePolicy.NONE.token("secret");
        service(policy).localities(List.of("/a.nc"));
        service(policy.plainToken(true)).localities(List.of("/a.nc"));
        assertThat(fake.authorizations()).containsExactly("", "Bearer secret");
    }

    @Test
    void aServiceAtAnAddressThatIsNotPublicIsNotAsked() {
        TapeConnections guarded =
                new TapeConnections(new AddressGuard(List.of()), node -> NodePolicy.NONE, "bdm-test/1");
        assertThatThrownBy(() -> new TapeService(URI.create(fake.base()), guarded).localities(List.of("/a.nc")))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ADDRESS_REFUSED));
        assertThat(fake.calls()).isEmpty();
    }

    @Test
    void pathsAreDecodedAndNormalAndMayBeginOtherwise() {
        URI location = URI.create("https://dn.example/webdav//cmip6/tas%20%231.nc");
        assertThat(TapePaths.of(location, TapePolicy.USUAL)).contains("/webdav/cmip6/tas #1.nc");
        TapePolicy mapped = TapePolicy.USUAL.prefix(new PathPrefix("/webdav", "/pnfs/site"));
        assertThat(TapePaths.of(location, mapped)).contains("/pnfs/site/cmip6/tas #1.nc");
        TapePolicy prefixed = TapePolicy.USUAL.prefix(new PathPrefix("", "/sa"));
        assertThat(TapePaths.of(location, prefixed)).contains("/sa/webdav/cmip6/tas #1.nc");
        assertThat(TapePaths.normal("/a//b/./c/../d")).isEqualTo("/a/b/d");
        assertThat(TapePaths.of(URI.create("https://dn.example"), TapePolicy.USUAL))
                .isEqualTo(Optional.empty());
    }
}
