package org.bdm.core.fetch;

import java.util.Optional;
import org.bdm.core.source.PassingSource;
import org.bdm.core.source.SourceLoad;

/** A scripted source that is so many times as fast as it has readers, and tells that they read, or wait for the network, all the time. */
final class SourceWithReaders extends PassingSource {
    private final ScriptedSource scripted;
    private final int most;
    private final boolean isNetworkSlow;
    private final int stepMicrosOfOne;
    private int readers = 1;

    SourceWithReaders(ScriptedSource scripted, int most, boolean isNetworkSlow) {
        super(scripted);
        this.scripted = scripted;
        this.most = most;
        this.isNetworkSlow = isNetworkSlow;
        this.stepMicrosOfOne = scripted.stepMicrosMax;
    }

    /** Those of each stream. */
    int readers() {
        return readers;
    }

    @Override
    public int readersMost() {
        return most;
    }

    @Override
    public void useReaders(int number) {
        readers = Math.min(most, number);
        scripted.stepMicrosMax = stepMicrosOfOne / readers;
    }

    @Override
    public Optional<SourceLoad> load() {
        int streams = streams();
        double time = streams * readers;
        return Optional.of(
                new SourceLoad(streams, isNetworkSlow ? 0 : time, 0, isNetworkSlow ? time : 0, 0, 0, 100, 0));
    }
}
