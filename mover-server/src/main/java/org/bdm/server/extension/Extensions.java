package org.bdm.server.extension;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * The extensions that are installed. Each is a directory of jars with a loader of classes of its own, so that the libraries of one are not seen by
 * the server or by another; what an extension does not bring itself it takes from the server. Nothing is loaded before it is wanted.
 */
public final class Extensions {
    /** Property of the JVM: the directories of the extensions, separated as a class path is. */
    private static final String PROPERTY = "org.bdm.extensions";

    private final List<ClassLoader> loaders;

    private Extensions(List<ClassLoader> loaders) {
        this.loaders = List.copyOf(loaders);
    }

    /** Those that the launcher names, and those on the class path. */
    public static Extensions ofThisProcess() {
        List<Path> directories = Stream.of(System.getProperty(PROPERTY, "").split(File.pathSeparator))
                .filter(name -> !name.isEmpty())
                .map(Path::of)
                .toList();
        return in(directories, Extensions.class.getClassLoader());
    }

    /** Those of these directories, and what {@code server} itself finds. */
    static Extensions in(List<Path> directories, ClassLoader server) {
        List<ClassLoader> loaders = new ArrayList<>(List.of(server));
        for (Path directory : directories)
            loaders.add(new URLClassLoader(directory.toString(), jars(directory), server));
        return new Extensions(loaders);
    }

    private static URL[] jars(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            List<URL> jars = new ArrayList<>();
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(url(jar));
            }
            return jars.toArray(URL[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException("the directory " + directory + " of an extension cannot be read", e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("every file has a URL", e);
        }
    }

    /** The extension of this point; empty if it is not installed. */
    public <S> Optional<S> find(ExtensionPoint<S> point) {
        return loaders.stream()
                .flatMap(loader -> ServiceLoader.load(point.type(), loader).stream())
                .findFirst()
                .map(ServiceLoader.Provider::get);
    }

    /**
     * The extension of this point, which somebody asks for.
     *
     * @param askedBy the option or request, as its user wrote it
     * @throws MoverException UNSUPPORTED if it is not installed
     */
    public <S> S need(ExtensionPoint<S> point, String askedBy) {
        return find(point)
                .orElseThrow(() -> new MoverException(ErrorCode.UNSUPPORTED, askedBy + ": " + absence(point)));
    }

    /** Returns a sentence that says what is missing without an extension, and how it is put back. */
    public static String absence(ExtensionPoint<?> point) {
        return "the extension '" + point.name() + "', which " + point.does()
                + ", is not installed; put its directory back into lib/extensions";
    }
}
