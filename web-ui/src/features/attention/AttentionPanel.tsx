import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Attention } from '../../api/messages';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Moment } from '../../components/Moment';
import { AddressButton } from '../../components/page/AddressButton';
import { Confirm } from '../../components/page/Confirm';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { useMaySteer } from '../../lib/session';
import { countText, filesText } from '../../lib/units';
import classes from './AttentionPanel.module.css';
import { useAcknowledge, useAttention, useRemedy } from './attention-queries';
import { causesOf, curesOf, type Cause } from './causes';
import { remedyWords } from './remedy-words';

const CAUSES_AT_FIRST = 5;
const CURES_SHOWN = 5;

/** What needs a person, grouped by cause, each with the button that settles it. */
export function AttentionPanel() {
  const attention = useAttention();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div id="attention">
      <Panel title="Needs a person" flush>
        <Known asked={attention} what="what needs a person">
          {({ items }) => {
            const causes = causesOf(items);
            if (causes.length === 0) return <p className={classes.quiet}>Nothing needs a person.</p>;
            const shown = showsAll ? causes : causes.slice(0, CAUSES_AT_FIRST);
            return (
              <>
                <ul className={classes.causes}>
                  {shown.map((cause) => (
                    <CauseLine key={cause.key} cause={cause} />
                  ))}
                </ul>
                {shown.length < causes.length && (
                  <p className={classes.more}>
                    <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
                      Show {countText(causes.length - shown.length)} more
                    </Button>
                  </p>
                )}
              </>
            );
          }}
        </Known>
      </Panel>
    </div>
  );
}

function CauseLine({ cause }: { cause: Cause }) {
  const acknowledge = useAcknowledge();
  const maySteer = useMaySteer();
  const { first, items } = cause;
  return (
    <li className={classes.cause}>
      <div className={classes.words}>
        <p className={classes.text}>
          <code className={classes.code}>{first.code}</code> <bdi>{first.text}</bdi>{' '}
          {items.length > 1 && (
            <span className={classes.soft}>and {countText(items.length - 1)} more like it</span>
          )}
        </p>
        <p className={classes.soft}>
          {first.advice} Since <Moment at={cause.since} />
          {cause.files > 0 && `, ${filesText(cause.files)}`}
          {cause.jobIds.length > 0 && ': '}
          {cause.jobIds.map((jobId) => (
            <Link key={jobId} to="/jobs/$jobId" params={{ jobId }} className={classes.job}>
              {jobId}
            </Link>
          ))}
          {cause.moreJobs > 0 && `and ${countText(cause.moreJobs)} more`}
        </p>
        {acknowledge.isError && <ErrorPanel error={acknowledge.error} />}
      </div>
      <div className={classes.actions}>
        <Actions items={items} />
        {maySteer && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`Acknowledge ${first.code}`}
            title="Puts this away until its cause changes"
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(items)}
          >
            Acknowledge
          </Button>
        )}
      </div>
    </li>
  );
}

/** What removes the cause, in the order of the server, as links or, without a page, as commands; then the request that ends the items. */
function Actions({ items }: { items: Attention[] }) {
  const maySteer = useMaySteer();
  const cures = curesOf(items);
  const shown = cures.slice(0, CURES_SHOWN);
  return (
    <>
      {shown.map(({ label, page, command }, at) =>
        page === null ? (
          <span key={command} className={classes.soft}>
            {label}: <code>{command}</code>
          </span>
        ) : (
          <AddressButton key={command + page} address={page} isFirst={at === 0} title={command}>
            {label}
          </AddressButton>
        ),
      )}
      {shown.length < cures.length && (
        <span className={classes.soft}>and {countText(cures.length - shown.length)} more, on the jobs</span>
      )}
      {maySteer && <RemedyButton items={items} isFirst={cures.length === 0} />}
    </>
  );
}

/** The request that ends the items; asks before it is sent for more than one, or when it destroys something. */
function RemedyButton({ items: all, isFirst }: { items: Attention[]; isFirst: boolean }) {
  const remedy = useRemedy();
  const [asking, setAsking] = useState(false);
  const actionOf = ({ request }: Attention) => remedyWords(request, 1)?.action;
  // one cause may end in several ways: the button does what it says, and nothing else
  const items = all.filter((item) => actionOf(item) === actionOf(all[0]!));
  const words = remedyWords(items[0]!.request, items.length);
  if (words === null) return null;
  const run = () =>
    remedy.mutate(
      items.map((item) => item.request),
      { onSuccess: () => setAsking(false) },
    );
  const asks = items.length > 1 || words.destroys;
  return (
    <>
      <Button
        size="xs"
        {...(isFirst ? {} : { variant: 'default' as const })}
        loading={remedy.isPending}
        onClick={() => (asks ? setAsking(true) : run())}
      >
        {words.action}
        {asks && ' …'}
      </Button>
      {!asking && remedy.isError && <ErrorPanel error={remedy.error} />}
      <Confirm
        opened={asking}
        title={`${words.action}?`}
        action={words.action}
        destroys={words.destroys}
        running={remedy.isPending}
        error={remedy.error}
        onConfirm={run}
        onClose={() => setAsking(false)}
      >
        <ul>
          {items.slice(0, 10).map((item) => (
            <li key={item.id}>
              <bdi>{item.text}</bdi>
            </li>
          ))}
          {items.length > 10 && <li>and {countText(items.length - 10)} more</li>}
        </ul>
      </Confirm>
    </>
  );
}
