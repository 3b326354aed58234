import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/page/Panel';
import { Known } from '../../components/page/Known';
import { countText, rateText } from '../../lib/units';
import { useLinks } from './link-queries';
import { EVERYTHING, LinkOfSite, totalRate } from './state/link-words';
import classes from './ThroughputPanel.module.css';

const SHOWN = 6;

/** What goes over the links now, the fastest first. */
export function ThroughputPanel() {
  const links = useLinks();
  return (
    <Panel title="Throughput" aside={<Link to="/links">Links</Link>}>
      <Known asked={links} what="throughput">
        {({ items }) => {
          const real = items.filter((link) => link.source !== EVERYTHING);
          const total = totalRate(items);
          const busy = real
            .filter((link) => link.bytesPerSecond > 0)
            .sort((one, other) => other.bytesPerSecond - one.bytesPerSecond);
          return (
            <>
              <p className={classes.now}>
                <strong>{rateText(total)}</strong>{' '}
                <span className={classes.soft}>
                  into this site, over {countText(busy.length)} of {countText(real.length)} links
                </span>
              </p>
              <ul className={classes.links}>
                {busy.slice(0, SHOWN).map((link) => (
                  <li key={`${link.source} ${link.destination}`} className={classes.link}>
                    <LinkOfSite {...link} className={classes.name} />
                    <span className={classes.track} aria-hidden>
                      <span
                        className={classes.bar}
                        style={{ width: `${(link.bytesPerSecond / busy[0]!.bytesPerSecond) * 100}%` }}
                      />
                    </span>
                    <span className={classes.rate}>{rateText(link.bytesPerSecond)}</span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Known>
    </Panel>
  );
}
