package org.bdm.server.job.submit;

import java.util.Comparator;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.site.access.LocalExports;

/**
 * {@code s3://STORE/BUCKET/KEY} as a source, where STORE is the name that this site has for a store. It stands for a path in the export that covers it,
 * so that rights and everything else are those of the export. Bytes of the key may be written {@code %xx}, as those of an endpoint.
 */
final class BucketAddress {
    private static final String SCHEME = "s3://";

    private BucketAddress() {}

    /**
     * Reads what a person names, as {@link ItemSource#named}, and such an address.
     *
     * @throws MoverException INVALID_REQUEST if no export covers it
     */
    static ItemSource source(String address, LocalExports exports, SiteName own) {
        if (!address.startsWith(SCHEME)) return ItemSource.named(address);
        String place = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        Optional<LocalExports.Export> covering = exports.all().stream()
                .filter(export -> export.directory().startsWith(SCHEME))
                .filter(export -> place.equals(export.directory()) || place.startsWith(export.directory() + "/"))
                .max(Comparator.comparingInt(export -> export.directory().length()));
        if (covering.isEmpty())
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "'" + address + "' is in no export of this site; the server offers a bucket with"
                            + " --s3 STORE=URL --export NAME=s3://STORE/BUCKET, and 'bdm-client export list' shows them");
        String directory = covering.get().directory();
        String key = place.length() == directory.length() ? "" : place.substring(directory.length() + 1);
        return new ItemSource.AtSite(
                Endpoint.parse("bdm://" + own + "/" + covering.get().name() + "/" + key));
    }
}
