package org.bdm.server.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * The ETag of a job: of its state and of what people set, not of its progress, which changes all the time. Two people who change the same job
 * do not overwrite each other when they send it as If-Match.
 */
public final class JobTag {
    private static final int HEX_DIGITS = 16;

    private JobTag() {}

    /** Returns the tag with its quotation marks. */
    public static String of(Job job) {
        String text = job.id() + " " + job.state().shown() + " " + job.isCancelling() + " "
                + job.request().priority() + " " + job.request().maxRateBytesPerSecond();
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        return '"' + digest.finish().hex().substring(0, HEX_DIGITS) + '"';
    }

    /**
     * Refuses a change of a job that is not as the caller saw it.
     *
     * @param ifMatch the header, one tag or several or {@code *}; null takes every job
     */
    public static Consumer<Job> required(@Nullable String ifMatch) {
        return job -> {
            if (ifMatch == null) return;
            String tag = of(job);
            for (String wanted : ifMatch.split(",", -1)) {
                if (wanted.strip().equals("*") || wanted.strip().equals(tag)) return;
            }
            throw new MoverException(
                    ErrorCode.CHANGED_MEANWHILE,
                    job.id() + " is not as you saw it: its ETag is " + tag + ", and If-Match has another");
        };
    }
}
