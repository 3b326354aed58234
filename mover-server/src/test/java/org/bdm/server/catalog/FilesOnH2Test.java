package org.bdm.server.catalog;

class FilesOnH2Test extends FilesContract {
    FilesOnH2Test() {
        super(TestDatabase.H2);
    }
}
