import { Panel } from '../../../components/page/Panel';
import { rateText } from '../../../lib/units';
import { useSentLinks, type SiteLink } from '../link-queries';
import { EVERYTHING, LimitText, LinkOfSite } from '../state/link-words';
import classes from './SendingPanel.module.css';

/** What this site sends to others, and how much of it people allow. Their jobs are at the others. */
export function SendingPanel({ sites }: { sites: readonly string[] }) {
  const { own, links } = useSentLinks();
  if (own === null || sites.length === 0) return null;
  const limited = new Map(links.map((link) => [link.destination, link]));
  return (
    <Panel title="What this site sends" aside="The jobs of it are at the other sites">
      <ul className={classes.list}>
        {[EVERYTHING, ...sites].map((destination) => (
          <li key={destination} className={classes.item}>
            <LinkOfSite source={own} destination={destination} className={classes.name}>
              {destination === EVERYTHING ? 'To all sites together' : `To ${destination}`}
            </LinkOfSite>
            <Sent link={limited.get(destination) ?? null} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Sent({ link }: { link: SiteLink | null }) {
  if (link === null) return <span className={classes.soft}>no limit</span>;
  return (
    <span>
      at most <LimitText limit={link.limit} />
      {link.bytesPerSecond > 0 && `, ${rateText(link.bytesPerSecond)} now`}
    </span>
  );
}
