package org.bdm.server.catalog;

class FilesOnPostgreSqlTest extends FilesContract {
    FilesOnPostgreSqlTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
