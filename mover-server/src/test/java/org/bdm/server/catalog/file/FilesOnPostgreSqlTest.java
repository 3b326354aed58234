package org.bdm.server.catalog.file;

import org.bdm.server.catalog.TestDatabase;

class FilesOnPostgreSqlTest extends FilesContract {
    FilesOnPostgreSqlTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
