package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Files that another mover is to bring from one source.
 *
 * @param id Id of the handover. Such as {@code handover-3}.
 * @param carrier Name of the carrier. Such as {@code by-hand}.
 * @param source The endpoint or host that the carrier reads from. Such as {@code 8896f38e-68d1-4708-bce4-b1b3a3405809}.
 * @param export Name of the export that it writes to. Such as {@code in}.
 * @param selection What was asked for, in words. Such as {@code CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr}.
 * @param state How far it is. One of {@code HandoverState}.
 * @param awaits Whom it waits for. One of {@code Awaited}.
 * @param reason Why it waits, or how it ended, as a sentence; empty for nothing. Such as {@code all 12 files are there, and were
 * compared}.
 * @param task What the carrier calls its task; null before. Such as {@code 2f6b0a1e-cb7f-11f0-8f25-0e8c3c0d2d3f}.
 * @param files Number of its files, at least 1. Such as {@code 12}.
 * @param there Files that are there and were compared, at least 0. Such as {@code 11}.
 * @param unvouched Those of them whose digest nobody published, at least 0. Such as {@code 0}.
 * @param named Files that are missing or wrong, at least 0. Such as {@code 1}.
 * @param bytes Sum of the known sizes of its files in bytes, at least 0. Such as {@code 524288000}.
 * @param bytesThere Sum of the known sizes of the files that are there in bytes, at least 0. Such as {@code 480247808}.
 * @param endedAt When it ended or was cancelled; null before.
 */
public record HandoverView(
        String id,
        String owner,
        String carrier,
        String source,
        String export,
        String selection,
        String state,
        String awaits,
        String reason,
        @Nullable String task,
        long files,
        long there,
        long unvouched,
        long named,
        long bytes,
        long bytesThere,
        Instant createdAt,
        @Nullable Instant endedAt) {}
