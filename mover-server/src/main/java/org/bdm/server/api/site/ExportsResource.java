package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.EntryView;
import org.bdm.core.control.site.ExportView;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.TreePage;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.survey.UnconfiguredExports;
import org.bdm.server.look.Looks;
import org.bdm.server.look.Tree;
import org.bdm.server.look.Trees;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.LocalExports.Export;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Exports of this site, and what is in exports of any site. */
@RestController
@RequestMapping(RouteRoles.API + "/exports")
@Tag(name = "exports")
public class ExportsResource {
    private final LocalExports exports;
    private final Trees trees;
    private final Looks looks;
    private final OwnSite own;
    private final Catalog catalog;

    ExportsResource(LocalExports exports, Trees trees, Looks looks, OwnSite own, Catalog catalog) {
        this.catalog = catalog;
        this.exports = exports;
        this.trees = trees;
        this.looks = looks;
        this.own = own;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listExports",
            summary = "Exports of this site, and those with holdings that it has no more")
    Page<ExportView> list() {
        List<ExportView> views =
                new ArrayList<>(exports.all().stream().map(this::view).toList());
        for (ExportName name : exports.names()) if (!exports.isHere(name)) views.add(elsewhere(name));
        catalog.unconfiguredExports().find(exports.names()).forEach(found -> views.add(unconfigured(found)));
        return new Page<>(views, null);
    }

    private ExportView unconfigured(UnconfiguredExports.Unconfigured found) {
        String name = found.export().value();
        String files = found.files() == 1 ? "1 held file is" : found.files() + " held files are";
        return new ExportView(
                name,
                own.name().value(),
                "ro",
                null,
                null,
                false,
                "not configured: " + files + " here; start the server with '--export " + name
                        + "=DIRECTORY', or run 'bdm-client holdings forget bdm://" + own.name() + "/" + name
                        + " --reason TEXT'",
                null,
                List.of(),
                new ExportView.Unconfigured(found.files(), found.since()));
    }

    /** Of an export that only other nodes have: its space is seldom known here. */
    private ExportView elsewhere(ExportName name) {
        boolean isUp = exports.isUpElsewhere(name);
        Optional<LocalExports.Space> space = exports.spaceElsewhere(name);
        return new ExportView(
                name.value(),
                own.name().value(),
                exports.isWritableAnywhere(name) ? "rw" : "ro",
                space.map(LocalExports.Space::free).orElse(null),
                space.map(LocalExports.Space::total).orElse(null),
                isUp,
                isUp ? null : "no node that offers it is up; see 'bdm-client node list'",
                null,
                List.of(),
                null);
    }

    private ExportView view(Export export) {
        String mode = export.isWritable() ? "rw" : "ro";
        try {
            Space space = looks.now("export '" + export.name() + "'", () -> space(export));
            return view(export, mode, space);
        } catch (MoverException e) {
            return new ExportView(
                    export.name().value(),
                    own.name().value(),
                    mode,
                    null,
                    null,
                    false,
                    ProblemText.shown(e.sentence()),
                    null,
                    List.of(),
                    null);
        }
    }

    private ExportView view(Export export, String mode, Space space) {
        MoverException problem = export.problem();
        FileSystemTraits traits = export.store().abilities().traits();
        Optional<ObjectStore> bucket = Optional.of(export.store())
                .filter(ObjectStore.class::isInstance)
                .map(ObjectStore.class::cast);
        return new ExportView(
                export.name().value(),
                own.name().value(),
                mode,
                space.free(),
                space.total(),
                true,
                problem == null ? null : ProblemText.shown("offered read-only: " + problem.detail()),
                bucket.map(store -> placing(export, store)).orElse(export.isWritable() ? traits.placed() : null),
                export.isWritable() ? traits.lost() : List.of(),
                null);
    }

    /** Says where a bucket is, and what its store does otherwise than the protocol says, once a job has asked it. */
    private String placing(Export export, ObjectStore store) {
        if (!export.isWritable()) return "objects of " + export.directory();
        String address = store.bucket().shown();
        return "objects of " + export.directory() + "; proof: size and ETag; "
                + catalog.storeManners().of(address).map(StoreManners::shown).orElse("the store was not asked yet");
    }

    /** Looks at the root too: free space is told also of what a lost mount has left behind. */
    private static Space space(Export export) {
        if (export.store().status(StorePath.ROOT).isEmpty()) {
            throw new MoverException(
                    ErrorCode.EXPORT_MISSING, "the directory of export '" + export.name() + "' is gone");
        }
        OptionalLong total = export.store().totalBytes();
        long free = export.store().freeBytes();
        return new Space(free == Long.MAX_VALUE ? null : free, total.isPresent() ? total.getAsLong() : null);
    }

    /** Of the file system of an export; null where it is not known. */
    private record Space(@Nullable Long free, @Nullable Long total) {}

    @GetMapping("/{name}/entries")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(operationId = "listEntries", summary = "One directory of an export, of this site or of a paired one")
    Page<EntryView> entries(
            @PathVariable String name,
            @RequestParam(required = false) @Parameter(description = "This site if it is not given.") @Nullable String site,
            @RequestParam(required = false)
                    @Parameter(description = "Below the export, percent-escaped; the export itself if it is not given.")
                    @Nullable String path,
            @RequestParam(required = false)
                    @Parameter(
                            description =
                                    "The whole tree in one pass, with paths as names; UNSUPPORTED unless the export is a bucket of this site.")
                    @Nullable Boolean recursive,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        String of = site == null || site.isEmpty() ? own.name().value() : site;
        Endpoint directory = Endpoint.parse("bdm://" + of + "/" + name + "/" + (path == null ? "" : path));
        int rows = Numbers.limit(limit);
        if (Boolean.TRUE.equals(recursive)) return tree(directory, cursor, rows);
        FileName after = cursor == null ? null : name(cursor);
        DirectoryPage page = looks.now(directory.toString(), () -> {
            try (Tree tree = trees.open(directory)) {
                return tree.list(directory.path(), after, rows);
            }
        });
        List<EntryView> views =
                page.entries().stream().map(ExportsResource::view).toList();
        String next = page.isLast() || page.entries().isEmpty()
                ? null
                : cursor(page.entries().get(page.entries().size() - 1).name().bytes());
        return new Page<>(views, next);
    }

    private Page<EntryView> tree(Endpoint directory, @Nullable String cursor, int rows) {
        if (!trees.listsTrees(directory))
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "only buckets of this site are listed in one pass; list each directory");
        String after = cursor == null ? "" : new String(decoded(cursor), StandardCharsets.UTF_8);
        TreePage page = looks.now(directory.toString(), () -> {
            try (Tree tree = trees.open(directory)) {
                return tree.listTree(directory.path(), after, rows);
            }
        });
        List<EntryView> views = page.entries().stream()
                .map(entry -> view(entry.shown(), entry.status()))
                .toList();
        return new Page<>(views, page.isLast() ? null : cursor(page.end().getBytes(StandardCharsets.UTF_8)));
    }

    private static EntryView view(DirectoryEntry entry) {
        return view(entry.name().shown(), entry.status());
    }

    private static EntryView view(String name, @Nullable FileStatus status) {
        if (status == null) return new EntryView(name, "OTHER", null, null, null);
        byte[] target = status.linkTarget();
        return new EntryView(
                name,
                status.kind() == FileKind.SPECIAL ? "OTHER" : status.kind().name(),
                status.kind() == FileKind.FILE ? status.version().size() : null,
                status.version().modified(),
                target == null ? null : ProblemText.shown(new String(target, StandardCharsets.UTF_8)));
    }

    private static String cursor(byte[] last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(last);
    }

    private static byte[] decoded(String cursor) {
        try {
            return Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor is none of this list", e);
        }
    }

    private static FileName name(String cursor) {
        try {
            return FileName.of(decoded(cursor));
        } catch (MoverException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor is none of this list", e);
        }
    }
}
