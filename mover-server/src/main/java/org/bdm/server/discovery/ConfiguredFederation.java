package org.bdm.server.discovery;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.esgsearch.EsgSearchIndex;
import org.bdm.server.discovery.globus.GlobusSearchIndex;
import org.bdm.server.discovery.http.BudgetSource;
import org.bdm.server.discovery.http.HttpTransport;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.http.JdkTransport;
import org.bdm.server.discovery.http.Pause;
import org.bdm.server.discovery.http.SearchEnded;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.Index;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.index.TooManyClaims;
import org.bdm.server.discovery.stac.StacIndex;
import org.bdm.server.discovery.thredds.ThreddsIndex;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.KnownFacets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The indexes of the configuration. Each is asked on a thread of its own, at most eight at once per search. */
public final class ConfiguredFederation implements Federation {
    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredFederation.class);
    private static final int THREADS_MAX = 8;
    private static final Comparator<IndexWarning> ORDER = Comparator.comparing(IndexWarning::index)
            .thenComparing(IndexWarning::code)
            .thenComparing(IndexWarning::text);

    private final List<NamedIndex> indexes;
    private final Map<String, IndexConnection> connections = new LinkedHashMap<>();
    private final Clock clock;
    private final int questionsMax;

    private record NamedIndex(String name, IndexConnection connection) {}

    /**
     * Opens no connection yet.
     *
     * @param transports gives the transport of an index
     * @throws MoverException INVALID_REQUEST if two have one name
     */
    public ConfiguredFederation(
            List<IndexSettings> settings, Function<IndexSettings, HttpTransport> transports, Clock clock, Pause pause) {
        this(settings, transports, clock, pause, IndexConnection.QUESTIONS_MAX);
    }

    /** The same; a search asks each index no more than so many questions. */
    ConfiguredFederation(
            List<IndexSettings> settings,
            Function<IndexSettings, HttpTransport> transports,
            Clock clock,
            Pause pause,
            int questionsMax) {
        this.clock = clock;
        this.questionsMax = questionsMax;
        Set<String> names = new HashSet<>();
        List<NamedIndex> made = new ArrayList<>();
        for (IndexSettings one : settings) {
            if (!names.add(one.name())) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "two indexes have the name '" + one.name() + "'; give each its own");
            }
            IndexConnection connection = new IndexConnection(one, transports.apply(one), clock, pause);
            connections.put(one.name(), connection);
            made.add(new NamedIndex(one.name(), connection));
        }
        indexes = List.copyOf(made);
    }

    /** Over the network, with the machine's way of waiting. */
    public static ConfiguredFederation of(List<IndexSettings> settings, AddressGuard guard, Clock clock) {
        return new ConfiguredFederation(
                settings, one -> new JdkTransport(one, guard), clock, time -> Thread.sleep(time.toMillis()));
    }

    private static Index index(IndexConnection connection, Clock clock) {
        return switch (connection.settings().kind()) {
            case ESG_SEARCH, BRIDGE -> new EsgSearchIndex(connection, clock);
            case GLOBUS_SEARCH -> new GlobusSearchIndex(connection);
            case STAC -> new StacIndex(connection);
            case THREDDS -> new ThreddsIndex(connection);
        };
    }

    /** Returns the connection to an index by its name; empty if there is none of this name. */
    Optional<IndexConnection> connection(String index) {
        return Optional.ofNullable(connections.get(index));
    }

    /** Keeps the daily budgets of all indexes there; before the first request. */
    public void budgetsAt(BudgetSource source) {
        connections.values().forEach(connection -> connection.budget().keptAt(source));
    }

    /** Puts back what was taken of the daily budgets and not sent. May block. */
    public void giveBackBudgets() {
        connections.values().forEach(connection -> connection.budget().giveBack());
    }

    /** So many processes of the site ask the indexes, this one included. */
    public void shareAmong(int processes) {
        connections.values().forEach(connection -> connection.shareAmong(processes));
    }

    @Override
    public List<String> indexes() {
        return indexes.stream().map(NamedIndex::name).toList();
    }

    @Override
    public List<IndexWarning> search(Selection selection, Depth depth, Consumer<Claim> receiver) {
        return search(indexes, selection, depth, receiver);
    }

    @Override
    public List<IndexWarning> searchAt(Set<String> names, Selection selection, Depth depth, Consumer<Claim> receiver) {
        List<NamedIndex> wanted =
                indexes.stream().filter(known -> names.contains(known.name())).toList();
        return search(wanted, selection, depth, receiver);
    }

    private List<IndexWarning> search(
            List<NamedIndex> wanted, Selection selection, Depth depth, Consumer<Claim> receiver) {
        if (wanted.isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "No ESGF index is configured; start the server with --index");
        }
        checkNames(selection);
        Selection spelled = selection.spelled();
        OneAtATime gate = new OneAtATime(receiver);
        ExecutorService threads = threads(wanted.size());
        try {
            List<Future<List<IndexWarning>>> asked = new ArrayList<>();
            for (NamedIndex index : wanted) {
                asked.add(threads.submit(() -> ask(index, spelled, depth, gate)));
            }
            List<IndexWarning> warnings = new ArrayList<>();
            for (Future<List<IndexWarning>> one : asked) warnings.addAll(result(one, gate));
            gate.rethrow();
            List<IndexWarning> all = withFacetsElsewhere(warnings, spelled, wanted.size());
            all.sort(ORDER);
            return List.copyOf(all);
        } finally {
            gate.close();
            threads.shutdownNow();
        }
    }

    private static void checkNames(Selection selection) {
        for (String name : selection.instanceIds()) {
            if (DatasetName.read(name).isEmpty()) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "'" + name.replaceAll("[^\\x20-\\x7e]", "?") + "' cannot be the name of a dataset");
            }
        }
    }

    private static ExecutorService threads(int indexes) {
        AtomicInteger count = new AtomicInteger();
        return Executors.newFixedThreadPool(Math.min(THREADS_MAX, indexes), task -> {
            Thread thread = new Thread(task, "index-" + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
    }

    private List<IndexWarning> ask(NamedIndex index, Selection selection, Depth depth, OneAtATime gate) {
        Findings findings = new Findings(index.name(), clock, gate);
        try {
            index(index.connection().ofOneSearch(questionsMax), clock).search(selection, depth, findings);
            warnOfUnknownFacets(selection, findings);
        } catch (IndexFailure e) {
            findings.warn(e);
        } catch (SearchEnded e) {
            throw e;
        } catch (TooManyClaims e) {
            findings.warn("TRUNCATED", String.valueOf(e.getMessage()), true);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            // Whatever one index brings about is that index's failure: the others are asked all the same.
            LOG.warn("reading the answer of index {} failed", index.name(), e);
            findings.warn(
                    "BROKEN_ANSWER",
                    "its answer could not be read (" + e.getClass().getSimpleName()
                            + "); the log of the server says more",
                    true);
        }
        return findings.warnings();
    }

    /** A facet is unknown if all who were asked say so: indexes differ in what they have, and one that did not answer may have it. */
    private static List<IndexWarning> withFacetsElsewhere(
            List<IndexWarning> warnings, Selection selection, int indexesAsked) {
        Set<String> facets = new TreeSet<>(selection.facets().keySet());
        facets.addAll(selection.excluded().keySet());
        List<IndexWarning> all = new ArrayList<>(warnings);
        for (String facet : facets) {
            String shown = Findings.shown(facet);
            long saying = warnings.stream()
                    .filter(warning -> warning.isUnknown(shown))
                    .map(IndexWarning::index)
                    .distinct()
                    .count();
            if (saying == indexesAsked) continue;
            all.replaceAll(warning -> warning.isUnknown(shown) ? warning.as(IndexWarning.FACET_NOT_HERE) : warning);
        }
        return all;
    }

    /** An index may have facets that are not known here: what it finds by one, or a record that has it, says so. */
    private static void warnOfUnknownFacets(Selection selection, Findings findings) {
        Set<String> asked = new TreeSet<>(selection.excluded().keySet());
        if (!findings.isAnyFound()) asked.addAll(selection.facets().keySet());
        for (String facet : asked) {
            if (KnownFacets.contains(facet) || findings.hasFacet(facet)) continue;
            findings.warn(
                    IndexWarning.UNKNOWN_FACET,
                    "no facet '" + Findings.shown(facet) + "' is known; the nearest is '"
                            + KnownFacets.nearest(facet, selection.projects()) + "'",
                    false);
        }
    }

    private static List<IndexWarning> result(Future<List<IndexWarning>> asked, OneAtATime gate) {
        try {
            return asked.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.CANCELLED, "the search was stopped", e);
        } catch (ExecutionException e) {
            gate.rethrow();
            throw new MoverException(ErrorCode.INTERNAL, "an index could not be queried", e.getCause());
        }
    }

    /** Lets one thread at a time through to the receiver, and nobody after it has thrown. */
    private static final class OneAtATime implements Consumer<Claim> {
        private final Consumer<Claim> receiver;
        private boolean isOver;
        private Optional<RuntimeException> thrown = Optional.empty();

        private OneAtATime(Consumer<Claim> receiver) {
            this.receiver = receiver;
        }

        @Override
        public synchronized void accept(Claim claim) {
            if (isOver) throw new SearchEnded();
            try {
                receiver.accept(claim);
            } catch (RuntimeException e) {
                isOver = true;
                thrown = Optional.of(e);
                throw new SearchEnded(e);
            }
        }

        private synchronized void close() {
            isOver = true;
        }

        /** Throws the error of the receiver again, if it threw one. */
        private synchronized void rethrow() {
            if (thrown.isPresent()) throw thrown.get();
        }
    }
}
