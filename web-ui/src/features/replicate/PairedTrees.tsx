import { Button } from '@mantine/core';
import { useState } from 'react';
import { wordsOf } from '../../components/ErrorPanel';
import classes from './PlaceBrowser.module.css';
import { useGrants } from './replicate-queries';
import { endpointText } from './wish';

/** Each of these is asked over the network as soon as the page is open. */
const SITES_AT_ONCE = 6;

interface PairedTreesProps {
  sites: readonly string[];
  onGo: (endpoint: string) => void;
}

/** What the paired sites let this one read, as they say when they are asked. */
export function PairedTrees({ sites, onGo }: PairedTreesProps) {
  return (
    <ul className={classes.paired} aria-label="Trees of paired sites">
      {sites.map((site, at) => (
        <PairedSite key={site} site={site} isAtOnce={at < SITES_AT_ONCE} onGo={onGo} />
      ))}
    </ul>
  );
}

interface PairedSiteProps {
  site: string;
  isAtOnce: boolean;
  onGo: (endpoint: string) => void;
}

function PairedSite({ site, isAtOnce, onGo }: PairedSiteProps) {
  const [isAsked, setAsked] = useState(isAtOnce);
  const grants = useGrants(site, isAsked);
  return (
    <li className={classes.begins}>
      <bdi className={classes.site}>{site}</bdi>
      {!isAsked && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAsked(true)}>
          Show what it offers
        </Button>
      )}
      {isAsked && grants.isPending && <span className={classes.soft}>is asked what it offers …</span>}
      {grants.error !== null && grants.data === undefined && (
        <span className={classes.trouble}>
          {wordsOf(grants.error).detail} A path there can still be typed.{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            loading={grants.isFetching}
            onClick={() => void grants.refetch()}
          >
            Ask again
          </Button>
        </span>
      )}
      {grants.data?.read.map((tree) => (
        <Button
          key={tree}
          size="compact-xs"
          variant="default"
          className={classes.tree}
          title={`${site}/${tree}`}
          onClick={() => onGo(treeText(site, tree))}
        >
          {tree}
        </Button>
      ))}
      {grants.data?.read.length === 0 && (
        <span className={classes.soft}>lets this site read nothing; its administrator can change that.</span>
      )}
    </li>
  );
}

/** Of a grant as EXPORT or EXPORT/prefix. */
function treeText(site: string, tree: string): string {
  const cut = tree.indexOf('/');
  return endpointText({
    site,
    export: cut < 0 ? tree : tree.slice(0, cut),
    path: cut < 0 ? '' : tree.slice(cut + 1).replaceAll(/^\/+|\/+$/g, ''),
  });
}
