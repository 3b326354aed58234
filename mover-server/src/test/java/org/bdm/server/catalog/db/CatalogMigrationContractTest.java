package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CatalogMigrationContractTest {
    private static final String TABLE = "\"flyway_schema_history\"";

    private OpenCatalog open;

    @AfterEach
    void close() {
        open.close();
    }

    private boolean isThatOfThisProgram() {
        CatalogMigration.Scripts scripts = CatalogMigration.Scripts.of(Dialect.of(open.location));
        return open.database().read(scripts::haveRunIn);
    }

    private void change(String statement) {
        open.database().transact(sql -> sql.update(statement));
    }

    /** A start without Flyway: it fails, too, when Flyway sums scripts in another way than we do. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aCatalogThatRanTheScriptsOfThisProgramIsKnown(TestDatabase database) {
        open = OpenCatalog.at(database.prepared());
        assertThat(isThatOfThisProgram()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aScriptThatIsOtherOrMissingOrMoreIsNot(TestDatabase database) {
        open = OpenCatalog.at(database.prepared());
        change("UPDATE " + TABLE + " SET \"checksum\" = \"checksum\" + 1 WHERE \"version\" = '69'");
        assertThat(isThatOfThisProgram()).as("another script").isFalse();
        change("UPDATE " + TABLE + " SET \"checksum\" = \"checksum\" - 1 WHERE \"version\" = '69'");
        change("UPDATE " + TABLE + " SET \"success\" = FALSE WHERE \"version\" = '69'");
        assertThat(isThatOfThisProgram()).as("half a script").isFalse();
        change("UPDATE " + TABLE + " SET \"success\" = TRUE WHERE \"version\" = '69'");
        assertThat(isThatOfThisProgram()).isTrue();
        change("UPDATE " + TABLE + " SET \"script\" = 'V999__later.sql' WHERE \"version\" = '69'");
        assertThat(isThatOfThisProgram()).as("a script of a later program").isFalse();
        change("DELETE FROM " + TABLE + " WHERE \"version\" = '69'");
        assertThat(isThatOfThisProgram()).as("an older catalog").isFalse();
    }
}
