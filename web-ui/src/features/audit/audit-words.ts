/** What a request did, in words; the first pattern that fits. `$1` is the first name in the path. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^POST \/jobs$/, 'submitted a job'],
  [/^POST \/jobs\/([^/]+)\/(pause|resume|cancel|retry)$/, '$2 of $1'],
  [/^PATCH \/jobs\/([^/]+)$/, 'changed $1'],
  [/^DELETE \/jobs\/([^/]+)$/, 'deleted $1'],
  [/^(?:PUT|PATCH) \/links\/([^/]+)\/limit$/, 'limited the link from $1'],
  [/^(?:PUT|PATCH) \/links\/([^/]+)\/([^/]+)\/limit$/, 'limited the link from $1 to $2'],
  [/^DELETE \/links\/([^/]+)(?:\/[^/]+)?\/limit$/, 'removed the limit of the link from $1'],
  [/^PUT \/exports\/([^/]+)\/limit$/, 'limited the export $1'],
  [/^PUT \/nodes\/([^/]+)\/limit$/, 'limited $1'],
  [/^POST \/invitations$/, 'invited a site'],
  [/^DELETE \/invitations\/([^/]+)$/, 'revoked an invitation'],
  [/^POST \/sites$/, 'paired with a site'],
  [/^DELETE \/sites\/([^/]+)$/, 'removed the site $1'],
  [/^POST \/sites\/([^/]+)\/rekey$/, 'pinned a new key of $1'],
  [/^PUT \/(?:sites|data-nodes)\/([^/]+)\/ban$/, 'banned $1'],
  [/^DELETE \/(?:sites|data-nodes)\/([^/]+)\/ban$/, 'lifted the ban of $1'],
  [/^POST \/sites\/([^/]+)\/maintenance$/, 'added maintenance of $1'],
  [/^POST \/tokens$/, 'created a token'],
  [/^DELETE \/tokens\/([^/]+)$/, 'revoked $1'],
  [/^POST \/users$/, 'created a user'],
  [/^PATCH \/users\/([^/]+)$/, 'changed the user $1'],
  [/^DELETE \/users\/([^/]+)$/, 'removed the user $1'],
  [/^POST \/hooks$/, 'created a hook'],
  [/^DELETE \/hooks\/([^/]+)$/, 'removed the hook $1'],
  [/^POST \/requests\/([^/]+)\/(approve|decline|withdraw)$/, '$2 of $1'],
  [/^POST \/requests$/, 'asked for a replication'],
  [/^POST \/imports$/, 'imported a list'],
  [/^POST \/subscriptions$/, 'added a subscription'],
  [/^POST \/scans$/, 'scanned an export'],
  [/^POST \/verifications$/, 'verified held files'],
  [/^POST \/reconciliations$/, 'compared disk and holdings'],
  [/^POST \/purges$/, 'planned a removal'],
  [/^POST \/purges\/([^/]+)\/apply$/, 'applied $1'],
  [/^POST \/backups$/, 'began a backup'],
  [/^POST \/login$/, 'logged in'],
  [/^POST \/logout$/, 'logged out'],
  [/^PATCH \/settings$/, 'changed settings'],
];

/**
 * `limited the link from north`; the action as it was logged where no words are known.
 *
 * The log has the pattern of the route as the action, and the address that was called as the object.
 */
export function actionText(action: string, object: string): string {
  const method = action.split(' ')[0] ?? '';
  const route = `${method} ${(object.split('?')[0] ?? '').replace('/api/v1', '')}`;
  for (const [pattern, words] of ACTIONS) {
    if (pattern.test(route)) return route.replace(pattern, words).replaceAll(/%20/g, ' ');
  }
  return action;
}

/** Every success is good, whether a program or the REST interface said it. */
export function resultTone(result: string): 'good' | 'warn' {
  return result === 'OK' || /^2\d\d$/.test(result) ? 'good' : 'warn';
}
