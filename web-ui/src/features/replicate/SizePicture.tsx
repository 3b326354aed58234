import { bytesText, countText, filesText, percentText } from '../../lib/units';
import type { Plan } from './replicate-queries';
import classes from './SizePicture.module.css';

type SizeClass = Plan['sizes'][number];

/** How many files of which size, and which share of the bytes they are: many small ones take long, few large ones most of the bytes. */
export function SizePicture({ sizes }: { sizes: readonly SizeClass[] }) {
  const files = sizes.reduce((sum, each) => sum + each.files, 0);
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  if (files === 0) return null;
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        File sizes
        <span className={classes.key}>
          <span className={`${classes.sample} ${classes.files}`} /> files
        </span>
        <span className={classes.key}>
          <span className={`${classes.sample} ${classes.bytes}`} /> bytes
        </span>
      </figcaption>
      <div className={classes.picture} aria-hidden>
        {sizes.map((each) => (
          <div key={each.bytesFrom} className={classes.class} title={titleOf(each, files, bytes)}>
            <div className={classes.bars}>
              <Bar className={classes.files} part={each.files} whole={files} />
              <Bar className={classes.bytes} part={each.bytes} whole={bytes} />
            </div>
            <span className={classes.size}>
              {each.bytesBelow === null ? '' : `< ${sizeText(each.bytesBelow)}`}
            </span>
          </div>
        ))}
      </div>
      <table className={classes.heard}>
        <caption>File sizes</caption>
        <thead>
          <tr>
            <th scope="col">Size</th>
            <th scope="col">Files</th>
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          {sizes.map((each) => (
            <tr key={each.bytesFrom}>
              <th scope="row">{rangeText(each)}</th>
              <td>{countText(each.files)}</td>
              <td>{bytesText(each.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Bar({ className, part, whole }: { className: string | undefined; part: number; whole: number }) {
  return (
    <span
      className={`${classes.bar} ${className}`}
      style={{ height: `${whole === 0 ? 0 : (part / whole) * 100}%` }}
    />
  );
}

/** Without decimals: the bounds are powers of two. */
function sizeText(bytes: number): string {
  return bytesText(bytes).replace('.00', '').replace('.0', '');
}

function rangeText({ bytesFrom, bytesBelow }: SizeClass): string {
  if (bytesBelow === null) return `from ${sizeText(bytesFrom)} on`;
  return bytesFrom === 0
    ? `below ${sizeText(bytesBelow)}`
    : `${sizeText(bytesFrom)} to ${sizeText(bytesBelow)}`;
}

function titleOf(each: SizeClass, files: number, bytes: number): string {
  return `${rangeText(each)}: ${filesText(each.files)} (${percentText(each.files, files)}), ${bytesText(each.bytes)} (${percentText(each.bytes, bytes)})`;
}
