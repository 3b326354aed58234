import type { Schemas } from '../../api/messages';
import type { Tone } from '../page/Badge';

export interface Health {
  tone: Tone;
  text: string;
  /** why, as a sentence */
  why: string | null;
  /** since when, or null if that is not known */
  since: string | null;
}

/** Whether a site can be used, and why not. */
export function healthOfSite(site: Schemas['SiteView']): Health {
  const { ban, maintenance } = site;
  if (ban !== null) return { tone: 'warn', text: 'banned', why: banText(ban), since: ban.bannedAt };
  if (maintenance?.isNow === true)
    return {
      tone: 'held',
      text: 'in maintenance',
      why: maintenance.note === '' ? null : maintenance.note,
      since: maintenance.beginsAt,
    };
  const since = site.stateSince;
  switch (site.state) {
    case 'REACHABLE':
      return { tone: 'good', text: 'reachable', why: null, since };
    case 'UNREACHABLE':
      return { tone: 'bad', text: 'unreachable', why: 'The last attempt to connect to it failed.', since };
    default:
      return {
        tone: 'idle',
        text: 'not contacted',
        why: 'This node has not contacted it since it started.',
        since,
      };
  }
}

/** Whether a data node is asked for files, and why not. */
export function healthOfDataNode(node: Schemas['DataNodeView']): Health {
  const since = null;
  if (node.isBanned) return { tone: 'warn', text: 'banned', why: node.trouble, since };
  if (node.nextTryAt !== null) return { tone: 'bad', text: 'left alone', why: node.trouble, since };
  if (node.failuresInARow > 0) return { tone: 'warn', text: 'failing', why: node.trouble, since };
  if (node.connections > 0) return { tone: 'moving', text: 'in use', why: null, since };
  return { tone: 'good', text: 'ready', why: null, since };
}

/** Who banned it and why. */
export function banText({ reason, bannedBy }: Schemas['BanView']): string {
  return reason === '' ? `Banned by ${bannedBy}` : `Banned by ${bannedBy}: ${reason}`;
}
