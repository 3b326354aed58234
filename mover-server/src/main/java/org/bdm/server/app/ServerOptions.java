package org.bdm.server.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.server.carrier.CarrierOptions;
import org.bdm.server.hook.HookOptions;
import org.bdm.server.outgoing.OutgoingOptions;
import org.bdm.server.site.oidc.OidcOptions;
import org.bdm.server.tracing.TraceOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code mover-server}; {@link ServerSettings} is what they mean once they are checked. */
@Command(
        name = "mover-server",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = "mover-server [OPTIONS]",
        description = "Runs one site of the Bulk Data Mover: catalog, REST, web UI and data port.",
        footer = {
            "%nOther commands, while no server uses the home:",
            "  mover-server catalog   backs up, restores, checks or moves the catalog",
            "  mover-server token     writes a new administrator's token"
        })
final class ServerOptions {
    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Catalog, keys and tokens (default: $BDM_HOME or ~/.bdm).")
    @Nullable Path home;

    @Option(names = "--site", paramLabel = "NAME", description = "Name of this site (default: the host name).")
    @Nullable String site;

    @Option(
            names = "--bind",
            paramLabel = "ADDR",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (${DEFAULT-VALUE}).")
    String bind = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8470",
            description = "REST and web UI (${DEFAULT-VALUE}; 0 = any).")
    int port;

    @Option(
            names = "--data-port",
            paramLabel = "N",
            defaultValue = "8471",
            description = "Data port (${DEFAULT-VALUE}; 0 = any).")
    int dataPort;

    @Option(names = "--advertise", paramLabel = "HOST:PORT", description = "Data port as other sites reach it.")
    @Nullable String advertise;

    @Option(
            names = "--export",
            paramLabel = "NAME=DIR[:ro|:rw]",
            description = "Offer a directory tree, or a bucket: NAME=s3://STORE/BUCKET; may be repeated.")
    List<String> exports = new ArrayList<>();

    @Mixin
    final PlaceOptions places = new PlaceOptions();

    @Option(
            names = "--accept-export",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Take the directory of this export as it is, although the site knew another one or it belonged to another"
                            + " catalog; give it for one start only.")
    List<String> acceptExports = new ArrayList<>();

    @Option(
            names = "--role",
            paramLabel = "control|data",
            split = ",",
            defaultValue = "control,data",
            description = "What this process does for its site; one role alone needs PostgreSQL (${DEFAULT-VALUE}).")
    List<String> roles = new ArrayList<>();

    @Option(
            names = "--catalog",
            paramLabel = "JDBC-URL",
            description = "PostgreSQL catalog (default: H2 below the home).")
    @Nullable String catalog;

    @Option(
            names = "--backup-every",
            paramLabel = "HOURS",
            description = "Back the H2 catalog up each time after so many hours (default: only when asked to).")
    @Nullable Integer backupEveryHours;

    @Option(
            names = "--backup-at",
            paramLabel = "HH:MM",
            description = "Back the H2 catalog up every day at this time, UTC (default: only when asked to).")
    @Nullable String backupAt;

    @Option(
            names = "--backup-keep",
            paramLabel = "N",
            defaultValue = "7",
            description = "How many backups by schedule are kept (${DEFAULT-VALUE}).")
    int backupKeep;

    @Option(
            names = "--backup-directory",
            paramLabel = "DIR",
            description = "Where backups of the H2 catalog go (default: backups in the home).")
    @Nullable Path backupDirectory;

    @Option(
            names = "--backup-check-max",
            paramLabel = "GIB",
            defaultValue = "64",
            description =
                    "Largest catalog whose backups are opened and checked, which needs room for a second copy (${DEFAULT-VALUE} GiB).")
    int backupCheckMaxGib;

    @Option(names = "--catalog-user", paramLabel = "NAME", description = "User of the catalog database.")
    @Nullable String catalogUser;

    @Option(
            names = "--catalog-patience",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "Longest time without the PostgreSQL catalog before this process ends (${DEFAULT-VALUE} s).")
    int catalogPatienceSeconds;

    @Option(
            names = "--keep-files",
            paramLabel = "DAYS",
            defaultValue = "90",
            description = "Remove the file rows of jobs that ended so long ago (${DEFAULT-VALUE}); 0: never.")
    int keepFilesDays;

    @Option(
            names = "--keep-failed-files",
            paramLabel = "DAYS",
            defaultValue = "365",
            description = "The same, for jobs that ended PARTIAL or FAILED (${DEFAULT-VALUE}); 0: never.")
    int keepFailedFilesDays;

    @Option(
            names = "--keep-acknowledgements",
            paramLabel = "DAYS",
            defaultValue = "90",
            description = "Show acknowledged items of attention again after so long (${DEFAULT-VALUE}); 0: never.")
    int keepAcknowledgementsDays;

    @Option(
            names = "--campaign-confirm-bytes",
            paramLabel = "BYTES",
            defaultValue = "10000000000000",
            description =
                    "Campaigns and first runs of subscriptions over this size need a confirmation (${DEFAULT-VALUE}).")
    long campaignConfirmBytes;

    @Option(
            names = "--campaign-confirm-files",
            paramLabel = "N",
            defaultValue = "100000",
            description =
                    "Campaigns and first runs of subscriptions with more files need a confirmation (${DEFAULT-VALUE}).")
    long campaignConfirmFiles;

    @Option(
            names = "--site-key",
            paramLabel = "FILE",
            description =
                    "Key of the site; without it a further node has its own, which is signed (the key of the first node).")
    @Nullable Path siteKey;

    @Option(
            names = "--catalog-password-file",
            paramLabel = "F",
            description = "File with its password (or BDM_CATALOG_PASSWORD).")
    @Nullable Path catalogPasswordFile;

    @Option(
            names = "--data-security",
            paramLabel = "tls|plain",
            description = "How file data travels (default: plain when both ends are on loopback, else tls).")
    @Nullable String dataSecurity;

    @Option(
            names = "--data-streams",
            paramLabel = "N",
            defaultValue = "0",
            description = "Data streams of a job (default: 1 on loopback, else --size streams).")
    int dataStreams;

    @Option(
            names = "--keep-streams",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description =
                    "How long idle data streams stay open for the next job with the same site (${DEFAULT-VALUE}); 0: not.")
    int keepStreamsSeconds;

    @Option(
            names = "--congestion",
            paramLabel = "auto|system|NAME",
            defaultValue = "auto",
            description =
                    "Congestion control of data streams: by the path, as the host has it, or this one (${DEFAULT-VALUE}).")
    String congestion = "auto";

    @Option(
            names = "--bench",
            paramLabel = "on|off",
            defaultValue = "on",
            description =
                    "Whether sites that may read may measure the path with 'bdm-client bench' (${DEFAULT-VALUE}).")
    String bench = "on";

    @Option(
            names = "--size",
            paramLabel = "NAME=N",
            description = {
                "Threads, streams or jobs at once, instead of what follows from the processors:",
                "stream-loops, session-loops, readers, hashers, writers, pack-writers, streams,",
                "jobs; may be repeated."
            })
    Map<String, String> sizes = Map.of();

    @Option(names = "--tls-cert", paramLabel = "F", description = "Certificate chain of REST and web UI, PEM.")
    @Nullable Path tlsCert;

    @Option(names = "--tls-key", paramLabel = "F", description = "Its private key, PEM.")
    @Nullable Path tlsKey;

    @Option(names = "--tls-self-signed", description = "Serve REST and web UI with the key of the node.")
    boolean tlsSelfSigned;

    @Option(
            names = "--dial-out",
            paramLabel = "SITE",
            description = "Keep a standby stream to that site's data port; may be repeated.")
    List<String> dialOut = new ArrayList<>();

    @Option(
            names = "--scitag-collector",
            paramLabel = "HOST[:PORT]",
            description = "Gets UDP fireflies of jobs with a SciTag; may be repeated. Default: the source of the data.")
    List<String> scitagCollectors = new ArrayList<>();

    @Option(
            names = "--data-node",
            paramLabel = "HOST=KEY=VALUE[,..]",
            description = {
                "What holds for one data node: connections=N, ca-file=F,",
                "client-cert=F, token-file=F, plain-token=true, plain-http=true;",
                "of its tapes: staging=auto|never|tape-rest, staging-patience=6h,",
                "staging-window=N, staging-prefix=[FROM:]TO; may be repeated."
            })
    List<String> dataNodes = new ArrayList<>();

    @Option(
            names = "--contact",
            paramLabel = "TEXT",
            description = "Mail address or URL sent to data nodes and indexes with each request.")
    @Nullable String contact;

    @Option(names = "--http-export", paramLabel = "NAME=off|token|public", description = "Serve an export over HTTP.")
    Map<String, String> httpExports = Map.of();

    @Option(
            names = "--http-downloads",
            paramLabel = "N",
            defaultValue = "48",
            description = "Downloads over HTTP at once of all addresses, and as many of all tokens: 1 to 64"
                    + " (${DEFAULT-VALUE}).")
    int httpDownloads;

    @Option(
            names = "--http-downloads-per-address",
            paramLabel = "N",
            defaultValue = "16",
            description = "The same of one address or token; further ones wait for their turn (${DEFAULT-VALUE}).")
    int httpDownloadsPerAddress;

    @Option(
            names = "--http-download-wait",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How long they wait before they are answered 503, at most 120 (${DEFAULT-VALUE}); 0: not.")
    int httpDownloadWaitSeconds;

    @Option(
            names = {"--index", "--indexes"},
            paramLabel = "NAME=KIND:URL",
            description = "ESGF index to ask: esg-search, bridge, globus-search, stac, thredds; may be repeated.")
    List<String> indexes = new ArrayList<>();

    @Option(
            names = "--kafka-topic",
            paramLabel = "TOPIC",
            description = "Read the event stream of ESGF-NG from this topic; may be repeated.")
    List<String> kafkaTopics = new ArrayList<>();

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "Authorities (PEM) that count, too, for the mail server, hooks, issuer and indexes.")
    @Nullable Path caFile;

    @Option(
            names = "--kafka-settings",
            paramLabel = "FILE",
            description = "Properties of the Kafka client: bootstrap.servers, group.id, security.protocol, sasl.*")
    @Nullable Path kafkaSettings;

    @Option(
            names = "--kafka-index",
            paramLabel = "NAME",
            defaultValue = "events",
            description = "Index under which the stream is stored: that of the catalog. Default: events.")
    String kafkaIndex = "events";

    @Option(
            names = "--kafka-datasets",
            paramLabel = "known|all",
            defaultValue = "known",
            description = "Whether only datasets that are known or held here are followed. Default: known.")
    String kafkaDatasets = "known";

    @Option(
            names = "--on-retracted",
            paramLabel = "keep|quarantine|list",
            defaultValue = "keep",
            description = "Policy for files of a withdrawn dataset (${DEFAULT-VALUE}).")
    String onRetracted = "keep";

    @Option(
            names = "--on-superseded",
            paramLabel = "keep|quarantine|list",
            defaultValue = "keep",
            description = "Policy for files whose newer version is complete and verified here (${DEFAULT-VALUE}).")
    String onSuperseded = "keep";

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the log on standard error (${DEFAULT-VALUE}).")
    String logFormat = "text";

    @Mixin
    TraceOptions traces = new TraceOptions();

    @Mixin
    CarrierOptions carriers = new CarrierOptions();

    @Mixin
    OutgoingOptions outgoing = new OutgoingOptions();

    @Mixin
    HookOptions hooks = new HookOptions();

    @Mixin
    OidcOptions oidc = new OidcOptions();

    @Option(names = "--metrics-open", description = "Metrics need no token.")
    boolean metricsOpen;

    @Option(
            names = "--demo-data",
            paramLabel = "full|small|FILES",
            arity = "0..1",
            fallbackValue = "full",
            description = "Show a made-up catalog; transfers nothing, contacts nobody (home: ~/.bdm-demo; size: full).")
    @Nullable String demoData;

    @Option(
            names = "--demo-seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "Seed of new demo data (${DEFAULT-VALUE}).")
    long demoSeed;

    @Option(
            names = "--demo-clock",
            paramLabel = "TIME",
            description = "End of the history of new demo data (default: now).")
    @Nullable String demoClock;

    @Option(names = "--config", paramLabel = "FILE", description = "YAML with the same keys under 'bdm:'.")
    @Nullable Path config;
}
