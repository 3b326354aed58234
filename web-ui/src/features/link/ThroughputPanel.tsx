import { Link } from '@tanstack/react-router';
import type { Page, Schemas } from '../../api/messages';
import { Panel } from '../../components/page/Panel';
import { Known } from '../../components/page/Known';
import { useAnswer } from '../../lib/answer';
import { countText, rateText } from '../../lib/units';
import classes from './ThroughputPanel.module.css';

type SiteLink = Schemas['LinkView'];

const SHOWN = 6;

/** What goes over the links now, the fastest first. */
export function ThroughputPanel() {
  const links = useAnswer<Page<SiteLink>>('/links', { limit: 1000 }, { everyMillis: 3_000 });
  return (
    <Panel title="Throughput" aside={<Link to={'/links' as '/'}>Links</Link>}>
      <Known asked={links} what="throughput">
        {({ items }) => {
          const total = items.reduce((sum, link) => sum + link.bytesPerSecond, 0);
          const busy = items
            .filter((link) => link.bytesPerSecond > 0)
            .sort((one, other) => other.bytesPerSecond - one.bytesPerSecond);
          return (
            <>
              <p className={classes.now}>
                <strong>{rateText(total)}</strong>{' '}
                <span className={classes.soft}>
                  {bitsText(total)} into this site, over {countText(busy.length)} of {countText(items.length)}{' '}
                  links
                </span>
              </p>
              <ul className={classes.links}>
                {busy.slice(0, SHOWN).map((link) => (
                  <li key={`${link.source} ${link.destination}`} className={classes.link}>
                    <bdi className={classes.name} title={`${link.source} → ${link.destination}`}>
                      {link.source} → {link.destination}
                    </bdi>
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

/** Networks are bought in bits: `9.4 Gbit/s`. */
function bitsText(bytesPerSecond: number): string {
  const bits = bytesPerSecond * 8;
  if (bits >= 1e9) return `${(bits / 1e9).toFixed(1)} Gbit/s`;
  return `${(bits / 1e6).toFixed(bits >= 1e7 ? 0 : 1)} Mbit/s`;
}
