package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.bdm.core.destination.object.Manner;
import org.bdm.core.destination.object.PartNote;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.destination.object.UploadNote;
import org.bdm.core.destination.object.UploadNotes;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class UploadRowsContractTest {
    private static final JobId JOB = new JobId(7);
    private static final UploadNote UPLOAD =
            new UploadNote("out", JOB, new FileId(71), "d/ü.nc", "id+/=1", 5_000_000_000L, 16_777_216, false);
    private static final PartNote FIRST = new PartNote(1, 16_777_216, "\"ab\"", "a".repeat(32), "b".repeat(64));
    private static final PartNote SECOND = new PartNote(2, 12, "\"cd\"", "c".repeat(32), "d".repeat(64));

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private UploadNotes uploads() {
        return open.catalog.uploads();
    }

    @Test
    void whatWasNotedOutlivesARestart() {
        uploads().begun(UPLOAD);
        uploads().sent(UPLOAD, SECOND);
        uploads().sent(UPLOAD, FIRST);
        open.reopen();
        assertThat(uploads().of("out", JOB)).containsExactly(UPLOAD);
        assertThat(uploads().parts(UPLOAD)).containsExactly(FIRST, SECOND);
        uploads().completing(UPLOAD);
        open.reopen();
        assertThat(uploads().of("out", JOB)).containsExactly(UPLOAD.completing());
    }

    @Test
    void partThatIsSentAgainReplacesTheFormer() {
        uploads().begun(UPLOAD);
        uploads().sent(UPLOAD, FIRST);
        PartNote again = new PartNote(1, 5, "e", "f".repeat(32), "0".repeat(64));
        uploads().sent(UPLOAD, again);
        assertThat(uploads().parts(UPLOAD)).containsExactly(again);
    }

    @Test
    void uploadThatEndedIsForgottenAndOthersStay() {
        UploadNote other = new UploadNote("out", JOB, new FileId(72), "d/g.nc", "id2", 5, 5, false);
        uploads().begun(UPLOAD);
        uploads().sent(UPLOAD, FIRST);
        uploads().begun(other);
        uploads().ended(UPLOAD);
        uploads().ended(UPLOAD);
        assertThat(uploads().of("out", JOB)).containsExactly(other);
        assertThat(uploads().parts(UPLOAD)).isEmpty();
        assertThatThrownBy(() -> uploads().sent(UPLOAD, FIRST))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STALE_LEASE));
    }

    @Test
    void uploadsAreFoundByPlaceAndJob() {
        UploadNote elsewhere = new UploadNote("in", new JobId(8), new FileId(81), "k", "id3", 5, 5, false);
        uploads().begun(UPLOAD);
        uploads().begun(elsewhere);
        assertThat(uploads().jobs("out")).containsExactly(JOB);
        assertThat(uploads().jobs("in")).containsExactly(new JobId(8));
        assertThat(uploads().of("in", JOB)).isEmpty();
    }

    @Test
    void mannersOfAStoreAreKeptByItsAddress() {
        StoreManners some = new StoreManners(EnumSet.of(Manner.PUT_ONCE));
        open.catalog
                .storeManners()
                .put("http://127.0.0.1:9000/b", StoreManners.ALL)
                .join();
        open.catalog.storeManners().put("http://127.0.0.1:9000/b", some).join();
        open.reopen();
        assertThat(open.catalog.storeManners().of("http://127.0.0.1:9000/b")).contains(some);
        assertThat(open.catalog.storeManners().of("http://127.0.0.1:9000/c")).isEmpty();
    }
}
