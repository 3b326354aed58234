package org.bdm.server.hsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads ask where files are, and few questions reach the HSM. */
class KnownPresenceTest {
    private static final StorePath A = file(1);

    private final List<List<StorePath>> asked = new ArrayList<>(); // guarded by itself
    private Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private boolean isSilent;

    private static StorePath file(int number) {
        return StorePath.ofUtf8("f" + number);
    }

    private Map<StorePath, Presence> answer(List<StorePath> files) throws PresenceQuestion.Unanswered {
        synchronized (asked) {
            asked.add(files);
        }
        if (isSilent) throw new PresenceQuestion.Unanswered("it is down", new IOException());
        Map<StorePath, Presence> answer = new HashMap<>();
        files.forEach(file -> answer.put(file, Presence.ON_DISK));
        return answer;
    }

    private final KnownPresence known = new KnownPresence("data", this::answer, () -> now);

    @Test
    void manyFilesAreAskedAboutInBulks() {
        List<StorePath> files =
                IntStream.range(0, 1_200).mapToObj(KnownPresenceTest::file).toList();

        assertThat(known.of(files)).hasSize(1_200).doesNotContainValue(Presence.UNKNOWN);
        assertThat(asked).extracting(List::size).containsExactly(500, 500, 200);
    }

    @Test
    void answerCountsForAWhile() {
        known.of(List.of(A));
        now = now.plus(KnownPresence.ON_DISK_FOR).minusMillis(1);
        known.of(List.of(A));
        assertThat(asked).hasSize(1);

        now = now.plusMillis(1);
        known.of(List.of(A));
        assertThat(asked).hasSize(2);
    }

    @Test
    void withoutAnAnswerNothingIsKnownAndNobodyIsAskedForAWhile() {
        isSilent = true;
        assertThat(known.of(List.of(A))).containsEntry(A, Presence.UNKNOWN);
        assertThat(known.of(List.of(file(2)))).containsEntry(file(2), Presence.UNKNOWN);
        assertThat(asked).hasSize(1);
        assertThat(known.trouble()).isEqualTo("it is down");

        isSilent = false;
        now = now.plus(KnownPresence.SILENT_FOR);
        assertThat(known.of(List.of(A))).containsEntry(A, Presence.ON_DISK);
        assertThat(known.trouble()).isEmpty();
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void thoseWhoWaitedAreOneQuestion() throws InterruptedException {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        KnownPresence slow = new KnownPresence(
                "data",
                files -> {
                    isAsked.countDown();
                    mayAnswer.await();
                    return answer(files);
                },
                () -> now);
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> slow.of(List.of(A))));
        threads.get(0).start();
        isAsked.await();
        for (int number = 2; number < 20; number++) {
            StorePath file = file(number);
            threads.add(new Thread(() -> slow.of(List.of(file))));
        }
        threads.stream().skip(1).forEach(Thread::start);
        for (Thread thread : threads.subList(1, threads.size()))
            while (thread.getState() != Thread.State.WAITING) Thread.onSpinWait();
        mayAnswer.countDown();
        for (Thread thread : threads) thread.join();

        assertThat(asked).extracting(List::size).containsExactly(1, 18);
    }
}
