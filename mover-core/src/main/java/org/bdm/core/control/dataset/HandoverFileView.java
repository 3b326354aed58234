package org.bdm.core.control.dataset;

import org.jspecify.annotations.Nullable;

/**
 * A file that another mover is to bring.
 *
 * @param source Where the carrier reads it. Such as {@code /css03_data/CMIP6/CMIP/IPSL/tas.nc}.
 * @param dataset Instance id of its dataset version; null if it is of none. Such as {@code
 * CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803}.
 * @param size Size in bytes that was published; null if nobody says it. Such as {@code 43690133}.
 * @param state What is known of it. One of {@code HandedFileState}.
 * @param reason What is wrong with it, as a sentence; empty for nothing. Such as {@code has 0 of 43690133 bytes}.
 */
public record HandoverFileView(
        String export,
        String path,
        String source,
        @Nullable String dataset,
        @Nullable Long size,
        String state,
        String reason) {}
