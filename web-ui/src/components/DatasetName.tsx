import { Link } from '@tanstack/react-router';
import { Breakable } from './Breakable';
import classes from './DatasetName.module.css';

const PARTS_FIRST = 4;

/** An instance id with its end first, since in a narrow column the ids of one model differ there; leads to the page of the dataset. */
export function DatasetName({ children: id }: { children: string }) {
  const parts = id.split('.');
  const end = parts.slice(-PARTS_FIRST).join('.');
  const start = parts.slice(0, -PARTS_FIRST).join('.');
  return (
    <Link to="/datasets/$instanceId" params={{ instanceId: id }} title={id} className={classes.name}>
      <bdi>
        <span className={classes.end}>
          <Breakable>{end}</Breakable>
        </span>{' '}
        <span className={classes.start}>
          <Breakable>{start}</Breakable>
        </span>
      </bdi>
    </Link>
  );
}
