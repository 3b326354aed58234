package org.bdm.core.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/** Gathers what the records of one file say, in the order they were written. Belongs to the thread that opens the journal. */
final class FileReplay {
    private final FileId file;
    private final List<Entry> blocks = new ArrayList<>();
    private Epoch epoch = new Epoch(1);
    private long inode;
    private @Nullable FileVersion source;
    private int blocksDurable;
    private long bytesReceived;
    private JournalRecord.@Nullable Placing placing;

    FileReplay(FileId file) {
        this.file = file;
    }

    void apply(JournalRecord record, long position) {
        if (record instanceof JournalRecord.FileOpened opened) {
            begin(opened.epoch(), opened.inode(), opened.source());
        } else if (record instanceof JournalRecord.PieceReceived piece) {
            begin(piece.epoch(), piece.inode(), null);
            bytesReceived += piece.length();
        } else if (record instanceof JournalRecord.BlockReceived block) {
            bytesReceived += block.range().length();
            addBlock(block, new DurableBlock(block.range(), OptionalInt.of(block.crc32c())), position, 0);
        } else if (record instanceof JournalRecord.BlockKept kept) {
            DurableBlock durable = new DurableBlock(kept.range(), OptionalInt.of(kept.crc32c()));
            addBlock(kept, durable, position, kept.range().length());
        } else if (record instanceof JournalRecord.ZeroReceived zero) {
            addBlock(zero, new DurableBlock(zero.range(), OptionalInt.empty()), position, 0);
        } else if (record instanceof JournalRecord.BlockRefused refused) {
            bytesReceived += refused.range().length();
        } else if (record instanceof JournalRecord.BlocksDurable mark) {
            if (mark.epoch().equals(epoch)) mark(Math.min(mark.position(), position));
        } else if (record instanceof JournalRecord.Placing last && last.epoch().equals(epoch)) {
            placing = last;
            mark(position); // placing is recorded only after the force of the whole file
        }
    }

    private void begin(Epoch next, long nextInode, @Nullable FileVersion nextSource) {
        if (next.number() < epoch.number()) return;
        epoch = next;
        inode = nextInode;
        source = nextSource;
        blocks.clear();
        blocksDurable = 0;
        placing = null;
    }

    private void addBlock(JournalRecord record, DurableBlock block, long position, long bytesKept) {
        if (record.epoch().equals(epoch)) blocks.add(new Entry(block, position, bytesKept));
    }

    private void mark(long positionEnd) {
        while (blocksDurable < blocks.size() && blocks.get(blocksDurable).position < positionEnd) blocksDurable++;
    }

    FileHistory history() {
        List<DurableBlock> durable = new ArrayList<>(blocksDurable);
        long bytesKept = 0;
        for (Entry entry : blocks.subList(0, blocksDurable)) {
            durable.add(entry.block);
            bytesKept += entry.bytesKept;
        }
        return new FileHistory(
                file,
                epoch,
                inode,
                Optional.ofNullable(source),
                durable,
                bytesKept,
                bytesReceived,
                Optional.ofNullable(placing));
    }

    private record Entry(DurableBlock block, long position, long bytesKept) {}
}
