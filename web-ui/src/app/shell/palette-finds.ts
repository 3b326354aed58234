import type { Job, Page, Schemas } from '../../api/messages';
import { useAnswer } from '../../lib/answer';

/** Of one kind; its head says that there are more. */
const FOUND_MAX = 6;

/** A thing of this site or of its network, with the address of its page. */
export interface PaletteFind {
  id: string;
  label: string;
  description: string;
  address: string;
}

export interface PaletteFinds {
  group: string;
  finds: PaletteFind[];
}

const part = encodeURIComponent;

/** What has a name or an id with `wanted` in it; of datasets, whose name begins so. Asks nothing for less than two characters. */
export function usePaletteFinds(wanted: string): PaletteFinds[] {
  const enabled = wanted.length >= 2;
  const once = { enabled, everyMillis: 0 };
  // one more than is shown tells whether there are more
  const limit = FOUND_MAX + 1;
  const jobs = useAnswer<Page<Job>>('/jobs', { 'label~': wanted, limit }, once).data;
  const datasets = useAnswer<Page<Schemas['DatasetView']>>('/datasets', { q: wanted, limit }, once);
  const sites = useAnswer<Page<Schemas['SiteView']>>('/sites', {}, once).data;
  const exports = useAnswer<Page<Schemas['ExportView']>>('/exports', {}, once).data;
  const nodes = useAnswer<Page<Schemas['DataNodeView']>>('/data-nodes', {}, once).data;
  const campaigns = useAnswer<Page<Schemas['CampaignView']>>('/campaigns', {}, once).data;
  const subscriptions = useAnswer<Page<Schemas['SubscriptionView']>>('/subscriptions', {}, once).data;
  if (!enabled) return [];
  const all: PaletteFinds[] = [
    { group: 'Jobs', finds: [...numbered(wanted), ...(jobs?.items ?? []).map(jobFind)] },
    {
      group: 'Sites',
      finds: (sites?.items ?? []).map(({ name, local }) => ({
        id: `site ${name}`,
        label: name,
        description: local ? 'This site' : 'Paired site',
        address: `/sites/${part(name)}`,
      })),
    },
    {
      group: 'Exports',
      finds: (exports?.items ?? []).map(({ name, site }) => ({
        id: `export ${name}`,
        label: name,
        description: `Export of ${site}`,
        address: `/sites/${part(site)}`,
      })),
    },
    {
      group: 'Data nodes',
      finds: (nodes?.items ?? []).map(({ node }) => ({
        id: `data node ${node}`,
        label: node,
        description: 'Data node',
        address: `/data-nodes?node=${part(node)}`,
      })),
    },
    {
      group: 'Datasets',
      finds: (datasets.data?.items ?? []).map(({ instanceId }) => ({
        id: `dataset ${instanceId}`,
        label: instanceId,
        description: 'Dataset',
        address: `/datasets/${part(instanceId)}`,
      })),
    },
    {
      group: 'Subscriptions',
      finds: (subscriptions?.items ?? []).map(({ id, label }) => ({
        id,
        label: label === '' ? id : label,
        description: id,
        address: `/subscriptions/${part(id)}`,
      })),
    },
    {
      group: 'Campaigns',
      finds: (campaigns?.items ?? []).map(({ id, name }) => ({
        id,
        label: name,
        description: id,
        address: `/campaigns/${part(id)}`,
      })),
    },
  ];
  return all
    .map(({ group, finds }) => ({ group, finds: finds.filter((find) => has(find, wanted)) }))
    .filter(({ finds }) => finds.length > 0)
    .map(({ group, finds }) => ({
      group: finds.length > FOUND_MAX ? `${group}, the first ${FOUND_MAX}: type more to see others` : group,
      finds: finds.slice(0, FOUND_MAX),
    }));
}

/** An id that was typed in full leads to its page, whether or not it is in a list. */
function numbered(wanted: string): PaletteFind[] {
  if (!/^([a-z0-9-]+:)?job-\d+$/.test(wanted)) return [];
  return [
    { id: `open ${wanted}`, label: `Open ${wanted}`, description: 'Job', address: `/jobs/${part(wanted)}` },
  ];
}

function jobFind(job: Job): PaletteFind {
  return {
    id: job.id,
    label: job.label ?? job.id,
    description: `${job.id}, ${job.state}`,
    address: `/jobs/${part(job.id)}`,
  };
}

function has({ label, description }: PaletteFind, wanted: string): boolean {
  return `${label} ${description}`.toLowerCase().includes(wanted.toLowerCase());
}
