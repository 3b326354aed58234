import classes from './holding.module.css';

const PARTS_FIRST = 4;

/** Shows an instance id with its end first: in a narrow column the ids of one model differ there. */
export function DatasetName({ children: id }: { children: string }) {
  const parts = id.split('.');
  const end = parts.slice(-PARTS_FIRST).join('.');
  const start = parts.slice(0, -PARTS_FIRST).join('.');
  return (
    <bdi title={id} className={classes.twoLines}>
      <span className={classes.strong}>{end}</span> <span className={classes.soft}>{start}</span>
    </bdi>
  );
}
