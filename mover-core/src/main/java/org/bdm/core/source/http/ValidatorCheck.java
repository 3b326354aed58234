package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that all ranges of a file from one copy are of the same content, within a session and over restarts. Belongs to the source's
 * event loop.
 */
final class ValidatorCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ValidatorCheck.class);

    private final ValidatorMemory memory;
    private final EventLoop loop;
    private final HttpFiles files;
    private final HttpCore core;

    ValidatorCheck(ValidatorMemory memory, EventLoop loop, HttpFiles files, HttpCore core) {
        this.memory = memory;
        this.loop = loop;
        this.files = files;
        this.core = core;
    }

    /** Before anything of a file is asked for that an earlier run may have begun. */
    void recall(HttpFile file) {
        if (!memory.isDurable() || files.hasChanged(file.id())) return;
        if (!file.isRemembered()) {
            if (file.isResumed()) unknown(file);
            return;
        }
        List<CompletableFuture<Optional<Validators>>> all = new ArrayList<>();
        for (HttpCopy copy : file.copies()) {
            copy.recalling();
            all.add(memory.recall(file.id(), copy.location()).toCompletableFuture());
        }
        var unused = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> onLoop(() -> {
                    if (failure == null)
                        recalled(file, all.stream().map(CompletableFuture::join).toList());
                    else failIfCurrent(file, failure);
                }));
    }

    private void recalled(HttpFile file, List<Optional<Validators>> known) {
        for (int i = 0; i < known.size(); i++) file.copies().get(i).recalled(known.get(i));
        if (core.isEnded() || files.find(file.id()) != file) return;
        List<HttpCopy> begun = file.copies().stream()
                .filter(copy -> file.comesWhole()
                        ? copy.entityTag().isPresent()
                        : copy.validators().isPresent())
                .toList();
        boolean isKnown = file.comesWhole() ? begun.size() == 1 : !begun.isEmpty();
        if (file.isResumed() && !isKnown) {
            unknown(file);
            return;
        }
        if (file.isResumed()) file.isOf(begun.get(0));
        core.pumpSoon();
    }

    /** Bytes are there, and nobody knows of which content: those that follow could be of another. */
    private void unknown(HttpFile file) {
        onLoop(() -> {
            if (core.isEnded() || files.find(file.id()) != file) return;
            core.changed(
                    file,
                    "it is not known which content of " + file.path() + " an earlier run read; the file starts again");
        });
    }

    /** Returns the stored validators of a copy; nothing for a file that is known to have changed. */
    CompletionStage<Optional<Validators>> recall(FileId file, URI location) {
        if (files.hasChanged(file)) return CompletableFuture.completedFuture(Optional.empty());
        return memory.recall(file, location);
    }

    /** A copy said what it has. Returns why it is of no use, then nothing that follows may be taken. */
    Optional<CopyTrouble> heard(HttpFile file, HttpCopy copy, Validators said) {
        if (said.sizeBytes() != file.sizeBytes() && copy.validators().isEmpty()) return Optional.empty(); // told next
        Optional<Validators> known = copy.validators();
        if (known.isPresent()) {
            // Equal nodes behind one address tell different validators of the same bytes: the digest decides.
            if (known.get().agreesWith(said) || (!file.comesWhole() && isOfSize(known.get(), said)))
                return Optional.empty();
            return Optional.of(CopyTrouble.ofSize(
                    copy.location() + " changed: before " + known.get() + ", now " + said, said.sizeBytes()));
        }
        if (file.comesWhole() && !isExpected(file.expected(), said)) {
            return Optional.of(CopyTrouble.ofSize(
                    copy.location() + " is not the version that was checked before: now " + said, said.sizeBytes()));
        }
        copy.said(said);
        if (file.isRemembered()) remember(file, copy, said);
        else copy.remembered();
        return Optional.empty();
    }

    private static boolean isOfSize(Validators known, Validators said) {
        return known.sizeBytes() == said.sizeBytes();
    }

    private static boolean isExpected(FileVersion expected, Validators said) {
        return expected.inode() == 0 || said.identity() == expected.inode();
    }

    private void remember(HttpFile file, HttpCopy copy, Validators said) {
        var unused = memory.remember(file.id(), copy.location(), said)
                .whenComplete((done, failure) -> onLoop(() -> {
                    if (failure != null) {
                        failIfCurrent(file, failure);
                        return;
                    }
                    copy.remembered();
                    files.isKnownAgain(file.id());
                    core.pumpSoon();
                }));
    }

    private void failIfCurrent(HttpFile file, @Nullable Throwable failure) {
        if (core.isEnded() || files.find(file.id()) != file) return;
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        core.fail(
                file,
                cause instanceof MoverException known
                        ? known
                        : new MoverException(
                                ErrorCode.INTERNAL, "the validators of " + file.path() + " cannot be stored", cause));
        files.forget(file);
    }

    private void onLoop(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }
}
