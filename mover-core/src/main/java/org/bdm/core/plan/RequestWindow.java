package org.bdm.core.plan;

/**
 * Limits what may be requested ahead of what has arrived: the only credit of the protocol. Owner only; pure.
 *
 * <p>The window begins at {@value #START_BYTES} bytes and is doubled, up to what the source allows, as long as being full of requests is
 * what limits and the last doubling made the rate at least a tenth higher: then it holds bandwidth x delay and more would only queue.
 * Requests are made when an eighth of the window is free, so that one answer does not cost one request.
 */
public final class RequestWindow {
    /** Bytes asked for ahead at the beginning. */
    public static final long START_BYTES = 64L * 1024 * 1024;

    private final long bytesMax;
    private final int itemsMax;
    private long windowBytes;
    private long outstandingBytes;
    private int outstandingItems;
    private boolean wasFull;
    private double rateAtLastGrowth;

    /**
     * A window for a source.
     *
     * @param bytesMax bytes that the source takes at once
     * @param itemsMax requests that the source takes at once
     */
    public RequestWindow(long bytesMax, int itemsMax) {
        if (bytesMax < 1) throw new IllegalArgumentException("the source accepts no bytes: " + bytesMax);
        if (itemsMax < 1) throw new IllegalArgumentException("the source accepts no requests: " + itemsMax);
        this.bytesMax = bytesMax;
        this.itemsMax = itemsMax;
        this.windowBytes = Math.min(START_BYTES, bytesMax);
    }

    /** True when enough is free to make requests now. */
    public boolean mayAsk() {
        return outstandingBytes <= windowBytes - windowBytes / 8 && outstandingItems <= itemsMax - (itemsMax + 7) / 8;
    }

    /** True when one more request may be made, of as many bytes as there is room. */
    public boolean hasRoomForItem() {
        return outstandingItems < itemsMax;
    }

    /** Bytes that may be asked for now. */
    public long roomBytes() {
        return Math.max(0, windowBytes - outstandingBytes);
    }

    /** A request for so many bytes was made. */
    public void asked(long bytes) {
        outstandingBytes += bytes;
        outstandingItems++;
        if (outstandingBytes > windowBytes - windowBytes / 8 || outstandingItems >= itemsMax) wasFull = true;
    }

    /** So many bytes that were asked for came, or will not come any more. */
    public void settled(long bytes) {
        outstandingBytes -= bytes;
        if (outstandingBytes < 0) throw new IllegalStateException("more bytes were settled than requested");
    }

    /** A request has ended, whatever came of it. */
    public void itemEnded() {
        outstandingItems--;
        if (outstandingItems < 0) throw new IllegalStateException("more requests ended than were made");
    }

    /** To be called about once a second: grows the window if that is what limits. */
    public void adapt(double bytesPerSecond) {
        boolean mayGrow = wasFull && windowBytes < bytesMax && bytesPerSecond > rateAtLastGrowth * 1.1;
        wasFull = outstandingBytes > windowBytes - windowBytes / 8;
        if (!mayGrow) return;
        rateAtLastGrowth = bytesPerSecond;
        windowBytes = Math.min(bytesMax, windowBytes * 2);
    }

    /** Bytes that may be outstanding at once. */
    public long windowBytes() {
        return windowBytes;
    }

    /** Bytes asked for that have not come yet. */
    public long outstandingBytes() {
        return outstandingBytes;
    }

    /** Requests that have not ended yet. */
    public int outstandingItems() {
        return outstandingItems;
    }
}
