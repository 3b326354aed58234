import { Link } from '@tanstack/react-router';
import type { Page, Schemas } from '../../api/messages';
import { Moment } from '../../components/Moment';
import { Badge, type Tone } from '../../components/page/Badge';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { useAnswer } from '../../lib/answer';
import classes from './HealthPanel.module.css';

type Site = Schemas['SiteView'];
type SiteNode = Schemas['SiteNodeView'];

/** Whether the sites can be reached, and the processes of this one run. */
export function HealthPanel() {
  const sites = useAnswer<Page<Site>>('/sites', { limit: 1000 });
  const nodes = useAnswer<Page<SiteNode>>('/nodes', { limit: 1000 });
  return (
    <Panel title="Sites and nodes" aside={<Link to={'/sites' as '/'}>Sites</Link>}>
      <Known asked={sites} what="sites">
        {({ items }) => (
          <ul className={classes.list}>
            {items
              .filter((site) => !site.local)
              .map((site) => (
                <li key={site.name} className={classes.line}>
                  <bdi className={classes.name}>{site.name}</bdi>
                  <Badge tone={siteWords(site).tone}>{siteWords(site).text}</Badge>
                  <span className={classes.soft}>
                    {site.stateSince !== null && (
                      <>
                        since <Moment at={site.stateSince} />
                      </>
                    )}
                  </span>
                </li>
              ))}
            {items.every((site) => site.local) && (
              <li className={classes.soft}>This site is paired with none yet.</li>
            )}
          </ul>
        )}
      </Known>
      <h3 className={classes.title}>Nodes of this site</h3>
      <Known asked={nodes} what="nodes">
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((node) => (
              <li key={node.id} className={classes.line}>
                <bdi className={classes.name}>{node.id}</bdi>
                <Badge tone={NODE_TONES[node.state] ?? 'idle'}>{node.state}</Badge>
                <span className={classes.soft}>
                  {node.jobs} {node.jobs === 1 ? 'job' : 'jobs'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Known>
    </Panel>
  );
}

const NODE_TONES: Partial<Record<string, Tone>> = { UP: 'good', DRAINING: 'held', LOST: 'bad' };

function siteWords(site: Site): { tone: Tone; text: string } {
  if (site.ban !== null) return { tone: 'warn', text: 'banned' };
  if (site.maintenance?.isNow === true) return { tone: 'held', text: 'in maintenance' };
  switch (site.state) {
    case 'REACHABLE':
      return { tone: 'good', text: 'reachable' };
    case 'UNREACHABLE':
      return { tone: 'bad', text: 'unreachable' };
    default:
      return { tone: 'idle', text: 'not known' };
  }
}
