import { useAnswers } from '../../lib/connection';
import { useFeedState } from '../../lib/live-updates';
import { useNowMillis } from '../../lib/now';
import { durationText } from '../../lib/units';
import classes from './Connection.module.css';

/** Whether what is shown is what is: in words, in the header of every page. */
export function Connection() {
  const feed = useFeedState();
  const answers = useAnswers();
  const now = useNowMillis();
  const { tone, text, title } = words(feed, answers, now);
  return (
    <output className={`${classes.state} ${classes[tone]}`} title={title}>
      {text}
    </output>
  );
}

function words(feed: ReturnType<typeof useFeedState>, answers: ReturnType<typeof useAnswers>, now: number) {
  if (answers.silentSince !== null || feed === 'silent') {
    const last = answers.lastAnswerAt;
    return {
      tone: 'bad',
      text: last === null ? 'No answer' : `No answer for ${durationText(now - last)}`,
      title: 'The server does not answer. What is shown may be out of date. Jobs continue without this page.',
    } as const;
  }
  switch (feed) {
    case 'live':
      return { tone: 'good', text: 'Live', title: 'The server sends changes as they happen.' } as const;
    case 'connecting':
      return { tone: 'idle', text: 'Connecting', title: 'Connecting to the live feed.' } as const;
    default:
      return {
        tone: 'warn',
        text: 'Every 2 s',
        title: 'There is no live feed now; this page asks every 2 s.',
      } as const;
  }
}
