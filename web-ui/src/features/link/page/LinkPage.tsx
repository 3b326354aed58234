import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import {
  useLinkExplanation,
  useLinks,
  useSentLinks,
  type Ends,
  type LinkLimit,
  type SiteLink,
} from '../link-queries';
import { EVERYTHING, sourceText } from '../state/link-words';
import { RatesPanel } from '../RatesPanel';
import { BenchPanel } from './BenchPanel';
import { LimitPanel } from './LimitPanel';
import classes from './LinkPage.module.css';
import { NowPanel } from './NowPanel';
import { WindowsPanel } from './WindowsPanel';

/** One link: what limits it, what people limit it to, when it is open, and what it did when it was measured. */
export function LinkPage({ stagesOf }: { stagesOf: StagesOf }) {
  const { source = '', destination = '' } = useParams({ strict: false });
  const links = useLinks();
  const sent = useSentLinks();
  if (sent.own === source && sent.own !== destination) {
    const link = sent.links.find((each) => each.destination === destination) ?? null;
    return <SentLink ends={{ source, destination }} limit={link?.limit ?? null} />;
  }
  return (
    <>
      <PageHead
        title={`${sourceText(source)} → ${destination}`}
        above={<Link to="/links">← All links</Link>}
        about={
          source === EVERYTHING ? 'All data that comes to this site, from every source together' : undefined
        }
      />
      <Known asked={links} what="the link">
        {({ items }) => (
          <Shown
            ends={{ source, destination }}
            link={items.find((each) => each.source === source) ?? null}
            stagesOf={stagesOf}
          />
        )}
      </Known>
    </>
  );
}

/** What this site sends: only its rate can be limited here, its jobs and hours are at the other site. */
function SentLink({ ends, limit }: { ends: Ends; limit: LinkLimit | null }) {
  const to = ends.destination === EVERYTHING ? 'all sites' : ends.destination;
  return (
    <>
      <PageHead
        title={`${ends.source} → ${to}`}
        above={<Link to="/links">← All links</Link>}
        about="What this site sends. The limit holds for all nodes together, within 2 s; the other site names it as a rate that was set."
      />
      <div className={classes.side}>
        <LimitPanel ends={ends} direction="out" limit={limit} />
      </div>
    </>
  );
}

/** Draws the stages of a job. */
type StagesOf = (jobId: string) => ReactNode;

/** @param link null for one that is neither paired, nor limited, nor in use: it may become that */
function Shown({ ends, link, stagesOf }: { ends: Ends; link: SiteLink | null; stagesOf: StagesOf }) {
  return (
    <div className={classes.page} key={`${ends.source} ${ends.destination}`}>
      <div className={classes.main}>
        <NowPanel ends={ends} link={link} />
        {ends.source !== EVERYTHING && <Stages ends={ends} stagesOf={stagesOf} />}
        <RatesPanel of={{ source: ends.source === EVERYTHING ? null : ends.source }} />
        {link?.isPaired === true && <BenchPanel ends={ends} />}
        {link === null && (
          <Empty title="This link is not in use">
            <p>Its source is not paired with this site, and nothing comes from it now.</p>
          </Empty>
        )}
      </div>
      <div className={classes.side}>
        <LimitPanel
          ends={ends}
          limit={link?.limit ?? null}
          hasFiles={link?.isPaired === true || ends.source === EVERYTHING}
        />
        <WindowsPanel ends={ends} windows={link?.windows ?? null} />
      </div>
    </div>
  );
}

/** Of the job that moves most over the link. */
function Stages({ ends, stagesOf }: { ends: Ends; stagesOf: StagesOf }) {
  const busiest = useLinkExplanation(ends).data?.jobs[0];
  return busiest === undefined ? null : stagesOf(busiest.jobId);
}
