package org.bdm.core.s3.http;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bdm.core.s3.Bucket;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.WebProxy;

/** A client of a fake store. Pauses are noted and not waited for. */
public final class S3Fixture implements AutoCloseable {
    public static final String SECRET = "wJalrXUtnFEMI";

    private static final S3Timing TIMING = new S3Timing(
            new S3Timing.Limits(Duration.ofSeconds(5), Duration.ofSeconds(3)),
            new S3Timing.Limits(Duration.ofSeconds(5), Duration.ofSeconds(5)),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(100),
            Duration.ofSeconds(15));
    private static final S3Timing HASTY = new S3Timing(
            new S3Timing.Limits(Duration.ofMillis(50), Duration.ofMillis(200)),
            new S3Timing.Limits(Duration.ofSeconds(10), Duration.ofSeconds(10)),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(100),
            Duration.ofSeconds(15));

    private final HttpLoops loops = new HttpLoops(1);
    private final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());
    private final S3Service service;

    public S3Fixture(URI address, Optional<CredentialsFile> credentials) {
        this(address, credentials, TIMING);
    }

    /** A client that has time for nothing but the assembling of an object. */
    static S3Fixture hasty(URI address) {
        return new S3Fixture(address, Optional.empty(), HASTY);
    }

    private S3Fixture(URI address, Optional<CredentialsFile> credentials, S3Timing timing) {
        S3Endpoint endpoint =
                new S3Endpoint("fake", address, S3Endpoint.USUAL_REGION, S3Endpoint.AddressStyle.PATH, credentials);
        S3Service.Outside outside = new S3Service.Outside(
                loops, HttpSettings.usual("test/1"), WebProxy.NONE, Clock.systemUTC(), new Random(1), pauses::add);
        this.service = new S3Service(endpoint, outside, timing);
    }

    public Bucket bucket() {
        return service.bucket("climate");
    }

    public List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    /** A file of credentials in a directory, as it should be. */
    public static CredentialsFile credentials(Path directory) throws IOException {
        Path file = directory.resolve("credentials");
        Files.writeString(
                file,
                "# ours\n[other]\naws_access_key_id = no\n\n[default]\naws_access_key_id = AKIA\naws_secret_access_key = "
                        + SECRET + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new CredentialsFile(file, "default");
    }

    @Override
    public void close() {
        service.close();
        loops.close();
    }
}
