package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bdm.client.JobSelection;
import org.bdm.client.MoverApi;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three control processes behind a load balancer: the death of one is no error to a client. */
class ControlPlanesIT {
    private static final int CLIENTS = 3;

    @TempDir
    Path directory;

    @Test
    void clientsThatSubmitWatchAndListSeeNoErrorWhenAControlPlaneIsKilled() throws Exception {
        try (SharedSite site = new SharedSite(directory, null)) {
            TreeOfSizes trees = new TreeOfSizes(11);
            Files.createDirectories(site.from().resolve("tree"));
            trees.file(site.from().resolve("tree/f"), 5_000);
            for (int i = 0; i < 3; i++) site.nodes().start("--role", "control");
            site.node("--role", "data");
            site.pair();
            List<SiteNode> controls = site.nodes().all().subList(0, 3);
            List<URI> addresses = controls.stream().map(SiteNode::rest).toList();
            try (LoadBalancer balancer = new LoadBalancer(addresses)) {
                AtomicBoolean isOver = new AtomicBoolean();
                ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
                List<Future<Integer>> clients = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    MoverApi api = site.nodes().first().api(balancer.address());
                    String name = "client-" + i;
                    clients.add(threads.submit(() -> new Client(api, name).run(isOver)));
                }
                killEach(controls);
                isOver.set(true);
                int jobs = 0;
                for (Future<Integer> client : clients) jobs += ended(client);
                threads.shutdown();
                System.out.println(jobs + " jobs were submitted, watched and listed");
                assertThat(jobs).isGreaterThan(CLIENTS * controls.size());
            }
            assertThat(site.nodes().stopAndCheckCatalog()).contains("0 problems");
        }
    }

    private static void killEach(List<SiteNode> controls) {
        for (SiteNode control : controls) {
            LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
            control.kill();
            LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
            control.process().start();
        }
    }

    private static int ended(Future<Integer> client) throws Exception {
        try {
            return client.get(2, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw new AssertionError("a client saw an error", e.getCause());
        }
    }

    /** Handles no error: each ends the test. */
    private record Client(MoverApi api, String name) {
        int run(AtomicBoolean isOver) throws IOException {
            int jobs = 0;
            for (; !isOver.get(); jobs++) {
                SubmitJob job = job(name + "-" + jobs);
                String key = UUID.randomUUID().toString();
                String id = api.submit(job, key).id();
                assertThat(watched(id)).as("events of " + id).isEqualTo(listed(api.events(id)));
                assertThat(api.job(id).state()).isEqualTo("SUCCEEDED");
                assertThat(api.submit(job, key).id()).isEqualTo(id);
                assertThat(listed(api.jobs(JobSelection.labelled(job.label()))))
                        .extracting(JobView::id)
                        .containsExactly(id);
            }
            return jobs;
        }

        private List<EventView> watched(String id) {
            try (Stream<EventView> live = api.followEvents(id, "0")) {
                return live.toList();
            }
        }

        private static <T> List<T> listed(Iterator<T> items) {
            List<T> list = new ArrayList<>();
            items.forEachRemaining(list::add);
            return list;
        }

        private static SubmitJob job(String label) {
            JobItem item = new JobItem("bdm://a/data/tree/f", "bdm://b/replica/" + label, false, null, List.of());
            return new SubmitJob(label, "FILE", List.of(item), null);
        }
    }
}
