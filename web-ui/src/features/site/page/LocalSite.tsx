import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/page/Badge';
import { Facts } from '../../../components/page/Facts';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import type { Site } from '../site-queries';
import { SpacePanel } from '../SpacePanel';
import { Fingerprint } from '../state/Fingerprint';
import { CalendarPanel } from './CalendarPanel';
import { NodesPanel } from './NodesPanel';
import classes from './SitePage.module.css';

/** The site whose server answers. */
export function LocalSite({ site, link }: { site: Site; link: ReactNode }) {
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
