import type { Page, Schemas } from '../../api/messages';
import { ProgressBar } from '../../components/ProgressBar';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { useAnswer } from '../../lib/answer';
import { bytesText, percentText } from '../../lib/units';
import classes from './SpacePanel.module.css';

type SiteExport = Schemas['ExportView'];

/** Of a disk that is fuller than this a person should know. */
const NEARLY_FULL = 0.9;

/** How full the exports are. */
export function SpacePanel() {
  const exports = useAnswer<Page<SiteExport>>('/exports', { limit: 1000 });
  return (
    <Panel title="Free space">
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

function Space({
  export: { name, mode, available, problem, freeBytes, totalBytes },
}: {
  export: SiteExport;
}) {
  const used = freeBytes === null || totalBytes === null ? null : totalBytes - freeBytes;
  const isFull = used !== null && totalBytes !== null && used / totalBytes > NEARLY_FULL;
  return (
    <li className={classes.line}>
      <bdi className={classes.name} title={`${name}, ${mode}`}>
        {name}
      </bdi>
      {available && used !== null && totalBytes !== null ? (
        <>
          <ProgressBar
            total={totalBytes}
            shares={[{ amount: used, className: isFull ? classes.full : classes.used }]}
          />
          <span
            className={isFull ? classes.bad : classes.soft}
            title={`${percentText(used, totalBytes)} of ${bytesText(totalBytes)} used`}
          >
            {bytesText(freeBytes ?? 0)} free, {percentText(used, totalBytes)} used
          </span>
        </>
      ) : (
        <span className={classes.problem}>{problem ?? (available ? 'not known' : 'not available')}</span>
      )}
    </li>
  );
}
