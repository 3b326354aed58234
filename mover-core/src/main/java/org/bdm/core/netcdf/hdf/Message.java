package org.bdm.core.netcdf.hdf;

import org.bdm.core.netcdf.FieldCursor;

/**
 * A message of an object header.
 *
 * @param type one of the constants
 * @param isShared whether the body only says where the message is
 * @param body read from its beginning, once
 */
record Message(int type, boolean isShared, FieldCursor body) {
    static final int DATASPACE = 0x01;
    static final int LINK_INFO = 0x02;
    static final int DATATYPE = 0x03;
    static final int OLD_FILL_VALUE = 0x04;
    static final int FILL_VALUE = 0x05;
    static final int LINK = 0x06;
    static final int EXTERNAL_FILES = 0x07;
    static final int LAYOUT = 0x08;
    static final int GROUP_INFO = 0x0A;
    static final int FILTERS = 0x0B;
    static final int ATTRIBUTE = 0x0C;
    static final int CONTINUATION = 0x10;
    static final int SYMBOL_TABLE = 0x11;
    static final int ATTRIBUTE_INFO = 0x15;
}
