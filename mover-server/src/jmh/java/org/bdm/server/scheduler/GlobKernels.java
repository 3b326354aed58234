package org.bdm.server.job.schedule;

import java.util.List;
import org.bdm.core.Kernel;
import org.bdm.core.store.StorePath;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Whether a file of a CMIP6 tree is taken: once for each listed file and glob. */
public class GlobKernels extends Kernel {
    private static final StorePath PATH =
            StorePath.ofUtf8("CMIP6/CMIP/IPSL/IPSL-CM6A-LR/historical/r1i1p1f1/Amon/tas/gr/"
                    + "v20180803/tas_Amon_IPSL-CM6A-LR_historical_r1i1p1f1_gr_185001-201412.nc");

    /** On the last name, on the whole path, and one that leaves many ways open. */
    @Param({"*.nc", "**/Amon/{tas,pr}/**", "**a**a**a**x"})
    public String glob;

    private GlobFilter filter;

    /** Reads the glob. */
    @Setup
    public void read() {
        filter = new GlobFilter(List.of(glob), List.of());
    }

    /** One file. */
    @Benchmark
    public boolean takesFile() {
        return filter.takesFile(PATH);
    }
}
