package org.bdm.core.netcdf.hdf;

import java.util.List;

/** A group as it is in the file. */
record Hdf5Group(String name, List<RawAttribute> attributes, List<Hdf5Dataset> datasets, List<Hdf5Group> groups) {}
