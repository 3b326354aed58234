import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { Badge } from '../../../components/page/Badge';
import { Facts } from '../../../components/page/Facts';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { useExports, useNodes, type Site } from '../site-queries';
import { SpacePanel } from '../SpacePanel';
import { Fingerprint } from '../state/Fingerprint';
import { CalendarPanel } from './CalendarPanel';
import { NodesPanel } from './NodesPanel';
import type { LimitsPanelOf } from './limits-panel';
import classes from './SitePage.module.css';

interface LocalSiteProps {
  site: Site;
  link: ReactNode;
  limitsPanel: LimitsPanelOf;
}

/** The site whose server answers. */
export function LocalSite({ site, link, limitsPanel }: LocalSiteProps) {
  const exports = useExports().data?.items;
  const nodes = useNodes().data?.items;
  const limits = useMemo(() => {
    const places = [
      ...(exports ?? []).map(({ name }) => ({ kind: 'EXPORT' as const, name })),
      ...(nodes ?? []).map(({ id }) => ({ kind: 'NODE' as const, name: id })),
    ];
    return places.length > 0 && limitsPanel(places);
  }, [exports, nodes, limitsPanel]);
  const isNow = site.maintenance?.isNow === true;
  return (
    <>
      <PageHead title={site.name} above={<Link to="/sites">← All sites</Link>} about="This site" />
      <div className={classes.page}>
        <div className={classes.wide}>
          <NodesPanel />
        </div>
        <div className={classes.main}>
          <SpacePanel title="Exports" />
          {limits}
          {link}
        </div>
        <div className={classes.side}>
          <Panel title="Facts" aside={isNow && <Badge tone="held">in maintenance</Badge>}>
            <Facts
              facts={[
                ['Data port', site.dataAddress !== null && <code key="data">{site.dataAddress}</code>],
                ['Web and REST', site.url],
                ['Fingerprint', <Fingerprint key="key">{site.fingerprint}</Fingerprint>],
              ]}
            />
          </Panel>
          <CalendarPanel name={site.name} isLocal />
        </div>
      </div>
    </>
  );
}
