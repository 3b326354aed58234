import { ProgressBar } from '../../components/ProgressBar';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { bytesText, percentText } from '../../lib/units';
import { useExports, type SiteExport } from './site-queries';
import classes from './SpacePanel.module.css';

/** Of a disk that is fuller than this a person should know. */
const NEARLY_FULL = 0.9;

/** How full the exports are. */
export function SpacePanel({ title = 'Free space' }: { title?: string }) {
  const exports = useExports();
  return (
    <Panel title={title}>
      <Known asked={exports} what="free space">
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((each) => (
              <Space key={`${each.site} ${each.name}`} export={each} />
            ))}
            {items.length === 0 && <li className={classes.soft}>This site has no export.</li>}
          </ul>
        )}
      </Known>
    </Panel>
  );
}

function Space({ export: each }: { export: SiteExport }) {
  return (
    <li className={classes.line}>
      <span className={classes.name} title={each.name}>
        <bdi>{each.name}</bdi> <span className={classes.soft}>{each.mode === 'rw' ? '' : 'read-only'}</span>
      </span>
      {each.available ? (
        <Free {...each} />
      ) : (
        <span className={classes.problem}>{each.problem ?? 'not available'}</span>
      )}
    </li>
  );
}

/** A server may know what is free and not how much there is in all. */
function Free({ freeBytes, totalBytes }: SiteExport) {
  if (freeBytes === null) return <span className={classes.alone}>space not known at this node</span>;
  if (totalBytes === null) return <span className={classes.alone}>{bytesText(freeBytes)} free</span>;
  const used = totalBytes - freeBytes;
  const isFull = used / totalBytes > NEARLY_FULL;
  return (
    <>
      <ProgressBar
        total={totalBytes}
        shares={[{ amount: used, className: isFull ? classes.full : classes.used }]}
      />
      <span
        className={isFull ? classes.bad : classes.soft}
        title={`${percentText(used, totalBytes)} of ${bytesText(totalBytes)} used`}
      >
        {bytesText(freeBytes)} free, {percentText(used, totalBytes)} used
      </span>
    </>
  );
}
