package org.bdm.server.catalog.file;

import org.bdm.server.catalog.TestDatabase;

class FilesOnH2Test extends FilesContract {
    FilesOnH2Test() {
        super(TestDatabase.H2);
    }
}
