import { LinkPanel } from '../../features/link/LinkPanel';
import { PlaceLimitsPanel } from '../../features/link/place/PlaceLimitsPanel';
import { SitePage } from '../../features/site/page/SitePage';

/** A site, the link over which its data comes, and the limits of its exports and nodes. */
export function SiteWithLinkPage() {
  return (
    <SitePage
      linkPanel={(source, destination) => <LinkPanel source={source} destination={destination} />}
      limitsPanel={(places) => <PlaceLimitsPanel places={places} />}
    />
  );
}
