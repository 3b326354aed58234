import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/Moment';
import { Badge } from '../../components/page/Badge';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { healthOfSite } from '../../components/place/place-health';
import classes from './HealthPanel.module.css';
import { useNodes, useSites, type Site } from './site-queries';
import { NODE_TONES } from './state/node-words';

/** Whether the sites can be reached, and the processes of this one run. */
export function HealthPanel() {
  const sites = useSites();
  const nodes = useNodes();
  return (
    <Panel title="Sites and nodes" aside={<Link to="/sites">Sites</Link>}>
      <Known asked={sites} what="sites">
        {({ items }) => (
          <ul className={classes.list}>
            {items
              .filter((site) => !site.local)
              .map((site) => (
                <SiteLine key={site.name} site={site} />
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

function SiteLine({ site }: { site: Site }) {
  const { tone, text, why, since } = healthOfSite(site);
  return (
    <li className={classes.line} title={why ?? undefined}>
      <Link to="/sites/$name" params={{ name: site.name }} className={classes.name}>
        <bdi>{site.name}</bdi>
      </Link>
      <Badge tone={tone}>{text}</Badge>
      <span className={classes.soft}>
        {since !== null && (
          <>
            since <Moment at={since} short />
          </>
        )}
      </span>
    </li>
  );
}
