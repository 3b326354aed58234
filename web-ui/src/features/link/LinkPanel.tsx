import { Link } from '@tanstack/react-router';
import { Facts } from '../../components/page/Facts';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { countText, rateText } from '../../lib/units';
import { useLinks, type Ends } from './link-queries';
import classes from './LinkPanel.module.css';
import { EVERYTHING, LimitText, WindowBadge } from './state/link-words';

/** What a link carries now, and what people allow it; on its own page it is limited, opened and measured. */
export function LinkPanel({ source, destination }: Ends) {
  const links = useLinks();
  return (
    <Panel
      title={source === EVERYTHING ? 'All links to this site' : 'Link to this site'}
      aside={
        <Link to="/links/$source/$destination" params={{ source, destination }}>
          {source === EVERYTHING ? 'Limits and hours' : 'Limits, hours, measurements'}
        </Link>
      }
    >
      <Known asked={links} what="the link">
        {({ items }) => {
          const link = items.find((each) => each.source === source) ?? null;
          const rate = link?.bytesPerSecond ?? 0;
          return (
            <Facts
              facts={[
                ['Rate', rateText(rate)],
                ['Streams', countText(link?.streams ?? 0)],
                ['Limit', link?.limit == null ? 'none' : <LimitText key="limit" limit={link.limit} />],
                [
                  'Open hours',
                  <div key="hours">
                    <WindowBadge windows={link?.windows ?? null} />
                    {link?.windows?.windows.map((window) => (
                      <div key={window} className={classes.window}>
                        {window}
                      </div>
                    ))}
                  </div>,
                ],
              ]}
            />
          );
        }}
      </Known>
    </Panel>
  );
}
