import { LinkPanel } from '../../features/link/LinkPanel';
import { SitePage } from '../../features/site/page/SitePage';

/** A site, and the link over which its data comes. */
export function SiteWithLinkPage() {
  return (
    <SitePage linkPanel={(source, destination) => <LinkPanel source={source} destination={destination} />} />
  );
}
