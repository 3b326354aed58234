import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { useSites } from '../site-queries';
import type { LimitsPanelOf } from './limits-panel';
import { LocalSite } from './LocalSite';
import { OtherSite } from './OtherSite';

/** Shows the link between two sites; source `*`: all links. */
type LinkPanelOf = (source: string, destination: string) => ReactNode;

/** One site: this one with its nodes and exports, or a paired one with its rights. */
export function SitePage({ linkPanel, limitsPanel }: { linkPanel: LinkPanelOf; limitsPanel: LimitsPanelOf }) {
  const { name = '' } = useParams({ strict: false });
  const sites = useSites();
  return (
    <Known asked={sites} what="the site">
      {({ items }) => {
        const site = items.find((each) => each.name === name);
        const local = items.find((each) => each.local);
        if (site === undefined)
          return (
            <>
              <PageHead title={name} above={<Link to="/sites">← All sites</Link>} />
              <Empty title="No such site">
                <p>This site is not paired with a site of that name.</p>
              </Empty>
            </>
          );
        return site.local ? (
          <LocalSite site={site} link={linkPanel('*', site.name)} limitsPanel={limitsPanel} />
        ) : (
          <OtherSite key={name} site={site} link={local && linkPanel(name, local.name)} />
        );
      }}
    </Known>
  );
}
