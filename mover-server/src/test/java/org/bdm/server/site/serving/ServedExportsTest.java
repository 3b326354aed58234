package org.bdm.server.site.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.LocalExports.Export;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules for whoever reads an export from outside, at each address of it. */
class ServedExportsTest {
    private static final ExportName DATA = new ExportName("data");
    private static final ServedTrees.Reader STRANGER = new ServedTrees.Reader(null, false);
    private static final ServedTrees.Reader REQUESTER = new ServedTrees.Reader("t", false);
    private static final ServedTrees.Reader READER = new ServedTrees.Reader("t", true);

    @Test
    void aTokenAndThenARoleAreNeeded(@TempDir Path directory) {
        try (LocalStore store = LocalStore.openReadOnly(new ExportRoot(DATA, directory))) {
            LocalExports local = new LocalExports(List.of(new Export(DATA, directory.toString(), store)));
            ServedExports ofReaders = new ServedExports(local, Map.of(DATA, HttpAccess.TOKEN));
            assertThat(refusal(ofReaders, STRANGER)).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
            assertThat(refusal(ofReaders, REQUESTER)).isEqualTo(ErrorCode.NOT_ALLOWED);
            assertThatCode(() -> ofReaders.checkAccess(DATA, READER)).doesNotThrowAnyException();
            ServedExports ofAll = new ServedExports(local, Map.of(DATA, HttpAccess.PUBLIC));
            assertThatCode(() -> ofAll.checkAccess(DATA, STRANGER)).doesNotThrowAnyException();
            ServedExports ofNobody = new ServedExports(local, Map.of());
            assertThat(refusal(ofNobody, READER)).isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    private static ErrorCode refusal(ServedExports exports, ServedTrees.Reader reader) {
        MoverException[] refused = new MoverException[1];
        assertThatThrownBy(() -> exports.checkAccess(DATA, reader))
                .isInstanceOfSatisfying(MoverException.class, e -> refused[0] = e);
        return refused[0].code();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"SOURCE_NOT_FOUND", "SOURCE_UNREADABLE", "IS_A_DIRECTORY", "LINK_LEAVES_TREE"})
    void theDetailOfAStoreIsNotTold(ErrorCode code) {
        ServedAddress address = ServedAddress.parse(ServedAddress.FILES + "data/d/1.nc");
        MoverException told =
                ServedExports.asSeenOutside(address, new MoverException(code, "/srv/disk-7/d/1.nc: says the disk"));
        assertThat(told.code())
                .isEqualTo(code == ErrorCode.SOURCE_UNREADABLE ? ErrorCode.NOT_ALLOWED : ErrorCode.NOT_FOUND);
        assertThat(told.detail()).contains("d/1.nc").doesNotContain("/srv");
    }
}
