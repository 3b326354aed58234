package org.bdm.client.cli.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.receipt.Receipt;
import org.bdm.core.receipt.ReceiptVerifier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb about receipts, which asks no server. */
@Command(
        name = "receipt",
        description = {"Verifies receipts of files that a site holds.", "'manifest --format receipt' writes one."})
public final class ReceiptCommand extends VerbGroup {
    @Command(
            name = "verify",
            footer = "bdm-client receipt verify tas.receipt",
            description = {
                "Verifies the signature of a receipt; needs no server.",
                "Exit 0 if it is complete and unchanged, 1 if it is not, or if another node signed it."
            })
    ExitCode verify(
            @Parameters(paramLabel = "FILE|-", description = "The receipt; - reads the input.") String file,
            @Option(
                            names = "--signer",
                            paramLabel = "FINGERPRINT",
                            description =
                                    "The node that must have signed it: SHA256:..., as mover-server prints it at its"
                                            + " start.")
                    @Nullable String signer) {
        NodeId expected = signer == null ? null : expected(signer);
        Receipt receipt;
        try (InputStream in = new BufferedInputStream(opened(file))) {
            receipt = ReceiptVerifier.verify(in, JsonReceiptLine::read);
        } catch (MoverException e) {
            terminal().message(e.sentence());
            return ExitCode.FILES_FAILED;
        } catch (IOException e) {
            throw usage("cannot read " + file + ": " + e.getMessage());
        }
        if (expected != null && !expected.equals(receipt.signer())) {
            terminal().message("the receipt was signed by " + receipt.signer() + ", not by " + expected);
            return ExitCode.FILES_FAILED;
        }
        shown(receipt, this::text);
        if (expected == null) {
            terminal().message("compare the signer with the site's fingerprint, or give it with --signer");
        }
        return ExitCode.DONE;
    }

    private void text(Receipt receipt) {
        terminal().line("signature      valid");
        terminal().line("signer         " + receipt.signer());
        terminal().line("site           " + receipt.site());
        terminal().line("subject        " + receipt.subject());
        terminal().line("issued         " + receipt.issuedAt());
        terminal().line("files          " + receipt.files() + ", " + ByteSize.text(receipt.bytes()));
    }

    private NodeId expected(String signer) {
        try {
            return NodeId.parse(signer);
        } catch (IllegalArgumentException e) {
            throw usage("--signer " + signer + " is not a fingerprint; write SHA256: and 64 hexadecimal digits");
        }
    }
}
