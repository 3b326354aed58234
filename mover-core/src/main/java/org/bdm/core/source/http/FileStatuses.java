package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.CopyRanking;
import org.bdm.core.replica.CopyRanking.Candidate;
import org.bdm.core.source.http.node.DataNode;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what a file is now, from the first of its copies that says something. Belongs to the source's event loop. */
final class FileStatuses {
    private static final Logger LOG = LoggerFactory.getLogger(FileStatuses.class);
    private static final int MODE = 0644; // HTTP knows none

    private final HttpLook look;
    private final HttpNodes nodes;
    private final HttpFiles files;
    private final ValidatorCheck validators;
    private final EventLoop loop;

    FileStatuses(HttpLook look, HttpNodes nodes, HttpFiles files, ValidatorCheck validators, EventLoop loop) {
        this.look = look;
        this.nodes = nodes;
        this.files = files;
        this.validators = validators;
        this.loop = loop;
    }

    void ask(Asked asked) {
        Instant now = nodes.now();
        List<Copy> copies = bestFirst(nodes.withTls(asked.copies), now);
        if (copies.isEmpty()) {
            Optional<String> leftAlone = asked.copies.stream()
                    .flatMap(copy -> copy.whyLeftAlone(now).stream())
                    .findFirst();
            asked.answer.completeExceptionally(
                    leftAlone.isPresent()
                            ? new MoverException(ErrorCode.SOURCE_NOT_FOUND, leftAlone.get())
                            : new MoverException(
                                    ErrorCode.UNSUPPORTED,
                                    "no copy of " + asked.path + " is at an http or https address"));
            return;
        }
        askNext(asked, copies, new Heard());
    }

    private List<Copy> bestFirst(List<Copy> copies, Instant now) {
        List<Candidate> candidates = new ArrayList<>();
        for (Copy copy : copies) {
            if (!HttpOrigin.isHttp(copy.location()) || copy.whyLeftAlone(now).isPresent()) continue;
            DataNode node = nodes.node(copy.node());
            candidates.add(new Candidate(copy, node.bytesPerSecond(), node.preference(), node.hadTroubleLately()));
        }
        return CopyRanking.bestFirst(candidates).stream().map(Candidate::copy).toList();
    }

    private void askNext(Asked asked, List<Copy> left, Heard heard) {
        if (left.isEmpty()) {
            end(asked, heard);
            return;
        }
        URI location = left.get(0).location();
        var unused = look.validators(left.get(0))
                .thenCombine(
                        validators.recall(asked.file, location).toCompletableFuture(),
                        (now, remembered) -> new Found(location, now, remembered))
                .whenComplete((found, failure) -> onLoop(() -> {
                    if (found != null && found.now.sizeBytes() == asked.expected.size()) {
                        asked.answer.complete(Optional.of(entry(asked, found)));
                        return;
                    }
                    if (found != null && heard.otherSize == null) heard.otherSize = found;
                    if (found == null)
                        heard.failed(
                                asMoverException(failure),
                                nodes.node(left.get(0).node()));
                    askNext(asked, left.subList(1, left.size()), heard);
                }));
    }

    /** No copy has the expected size: another one is believed only if no copy can still come. */
    private void end(Asked asked, Heard heard) {
        Found otherSize = heard.otherSize;
        MoverException mayPass = heard.mayPass;
        if (otherSize != null && mayPass == null) asked.answer.complete(Optional.of(entry(asked, otherSize)));
        else if (otherSize != null) asked.answer.completeExceptionally(mayPass);
        else none(asked, heard.failures);
    }

    private static void none(Asked asked, List<MoverException> failures) {
        Optional<MoverException> other = failures.stream()
                .filter(failure -> failure.kind().isRetryable())
                .findFirst()
                .or(() -> failures.stream()
                        .filter(failure -> failure.code() != ErrorCode.SOURCE_NOT_FOUND)
                        .findFirst());
        if (other.isPresent()) asked.answer.completeExceptionally(other.get());
        else asked.answer.complete(Optional.empty());
    }

    private DirectoryEntry entry(Asked asked, Found found) {
        FileVersion now = HttpLook.version(found.now);
        FileVersion expected = asked.expected;
        boolean isAsRead = found.remembered.map(found.now::agreesWith).orElse(true) && isAsHeard(asked.file, found);
        boolean isIdentified = expected.inode() != 0;
        boolean isVouched = asked.copies.stream().anyMatch(Copy::isVouched);
        if (isVouched && now.size() == expected.size()) { // whatever its validators say, its digest decides
            return new DirectoryEntry(asked.path.name(), new FileStatus(FileKind.FILE, expected, MODE, null), null);
        }
        if (!isAsRead && !files.hasChanged(asked.file)) {
            files.changed(asked.file);
            if (now.sameButForChangeTime(expected))
                now = new FileVersion(now.size(), now.modified(), now.changed(), -1);
        } else if (isIdentified && now.size() == expected.size() && now.inode() == expected.inode()) {
            now = expected;
        } else if (!isIdentified) {
            // Listed by an index, whose time is worth more than that of a copy.
            now = new FileVersion(now.size(), expected.modified(), expected.changed(), 0);
        }
        return new DirectoryEntry(asked.path.name(), new FileStatus(FileKind.FILE, now, MODE, null), null);
    }

    /** True when no copy that answered in this session has given another answer since; the node that answered is one of them. */
    private boolean isAsHeard(FileId id, Found found) {
        HttpFile file = files.find(id);
        if (file == null || files.hasChanged(id)) return true;
        return file.copies().stream()
                .filter(copy -> copy.location().equals(found.at))
                .flatMap(copy -> copy.validators().stream())
                .allMatch(heard -> heard.agreesWith(found.now));
    }

    private static MoverException asMoverException(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "cannot query a data node", cause);
    }

    private void onLoop(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }

    /** Answers of the copies that were asked so far. */
    private static final class Heard {
        private final List<MoverException> failures = new ArrayList<>();
        private @Nullable Found otherSize;
        private @Nullable MoverException mayPass;

        void failed(MoverException failure, DataNode node) {
            failures.add(failure);
            if (failure.kind().isRetryable() && !node.isDownForLong()) mayPass = failure;
        }
    }

    private record Found(URI at, Validators now, Optional<Validators> remembered) {}

    /** A question, and where its answer goes. */
    record Asked(
            FileId file,
            StorePath path,
            FileVersion expected,
            List<Copy> copies,
            CompletableFuture<Optional<DirectoryEntry>> answer) {}
}
