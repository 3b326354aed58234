package org.bdm.core.source.bdm;

import org.bdm.core.fault.MoverException;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/** What one end hears, passed on to another: a test changes what it wants to. */
abstract class Way implements StreamListener {
    final StreamListener to;

    Way(StreamListener to) {
        this.to = to;
    }

    @Override
    public void onFrame(Frame frame) {
        to.onFrame(frame);
    }

    @Override
    public void onWritable() {
        to.onWritable();
    }

    @Override
    public void onClosed(MoverException reason) {
        to.onClosed(reason);
    }
}
