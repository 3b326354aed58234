package org.bdm.core.serve;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;

/** The files of a sample as one endless file. Opens each when its bytes are asked for. */
final class SampleFile implements ReadableFile {
    private final FileSample sample;
    private final FileStatus status;
    private final Map<Integer, ReadableFile> open = new HashMap<>(); // guarded by this

    SampleFile(FileSample sample, FileStatus status) {
        this.sample = sample;
        this.status = status;
    }

    @Override
    public FileStatus status() {
        return status;
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        int wanted = target.remaining();
        int limit = target.limit();
        long at = offset;
        while (target.hasRemaining()) {
            int index = sample.indexAt(at);
            FileSample.SampledFile file = sample.file(index);
            long within = sample.within(index, at);
            int length = (int) Math.min(target.remaining(), file.size() - within);
            target.limit(target.position() + length);
            int count = opened(index, at).read(within, target);
            target.limit(limit);
            if (count < length) {
                throw new MoverException(
                        ErrorCode.SOURCE_CHANGED,
                        file.path() + " of export " + file.export() + " became shorter while it was measured with");
            }
            at += length;
        }
        return wanted;
    }

    private synchronized ReadableFile opened(int index, long offset) {
        ReadableFile file = open.get(index);
        if (file == null) {
            FileSample.SampledFile wanted = sample.file(index);
            file = wanted.store().open(wanted.path());
            open.put(index, file);
        }
        sample.used(index, offset, file);
        return file;
    }

    /** Holes are read as their zeros. */
    @Override
    public long holeEnd(long offset) {
        return offset;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(ReadableFile::close);
        open.clear();
    }
}
