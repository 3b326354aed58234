package org.bdm.server.look;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.QuestionsOnly;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.message.Answers;
import org.jspecify.annotations.Nullable;

/** An export of another site, through its data port. Only looks are made: no bytes of files are asked for. */
final class PeerTree implements Tree {
    private final BlockSource source;
    private final String name;
    private long files;

    private PeerTree(BlockSource source, String name) {
        this.source = source;
        this.name = name;
    }

    /** Connects; the error of the connection, or TIMED_OUT. */
    static PeerTree open(BlockSource source, String name) {
        boolean isOpen = false;
        try {
            Answers.of(source.open(new QuestionsOnly()), name);
            isOpen = true;
            return new PeerTree(source, name);
        } finally {
            if (!isOpen) source.close();
        }
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        return Answers.of(source.status(path), name).map(entry -> {
            if (entry.error() != null) throw entry.error();
            if (entry.status() == null) throw new IllegalStateException("an entry has neither status nor error");
            return entry.status();
        });
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        return Answers.of(source.list(directory, Optional.ofNullable(after), entriesMax), name);
    }

    @Override
    public AskedDigest digest(StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        files++;
        // A large file takes longer than a look: the source keeps the connection alive meanwhile, and ends this when it
        // is lost.
        CompletionStage<Checksum> asked = source.digest(new FileId(files), path, expected, algorithm);
        return () -> Answers.ofSlow(asked, name);
    }

    @Override
    public void close() {
        source.close();
    }
}
