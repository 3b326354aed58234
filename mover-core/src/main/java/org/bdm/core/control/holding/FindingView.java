package org.bdm.core.control.holding;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is not as it should be.
 *
 * @param kind What is wrong. One of {@code FindingKind}.
 * @param dataset The dataset version, as its instance id; null if it is not known. Such as {@code
 * CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903}.
 * @param text What is wrong, as a sentence. Such as {@code its sha256 is not the one that was verified}.
 */
public record FindingView(
        String kind, String export, String path, @Nullable String dataset, String text) {}
