package org.bdm.core.hasher;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/** What became of a digest, to wait for. */
final class HashOutcome extends CompletableFuture<Checksum> implements HashListener, WholeFileListener {
    final List<Long> progress = new ArrayList<>();
    volatile Checksum second;
    volatile RangeDigests ranges;

    @Override
    public void onDigests(FileId file, Epoch epoch, Checksum digest, Checksum also) {
        second = also;
        complete(digest);
    }

    @Override
    public void onDigest(FileId file, Epoch epoch, Checksum digest) {
        complete(digest);
    }

    @Override
    public void onRanges(FileId file, Epoch epoch, RangeDigests found) {
        ranges = found;
    }

    @Override
    public void onHashFailed(FileId file, Epoch epoch, MoverException reason) {
        completeExceptionally(reason);
    }

    @Override
    public void onProgress(long bytesHashed) {
        progress.add(bytesHashed);
    }

    @Override
    public void onDigest(Checksum digest) {
        complete(digest);
    }

    @Override
    public void onFailed(MoverException reason) {
        completeExceptionally(reason);
    }

    ErrorCode code() {
        return handle((digest, e) -> ((MoverException) e).code()).join();
    }
}
