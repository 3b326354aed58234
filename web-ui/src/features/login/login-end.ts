/** Sentences for the reasons with which the server sends a browser back to this page, as LoginEnd of the server has them. */
const SENTENCES: Readonly<Record<string, string>> = {
  late: 'The login took longer than 10 minutes, or began in another browser or at another address of this site. Log in again.',
  declined: 'Your institution did not confirm the login, or you declined it.',
  'no-role':
    'Your account has no role at this site. Ask an administrator of the site to add one of your groups.',
  'no-name': 'Your institution did not send a name that this site can use. Ask an administrator of the site.',
  issuer:
    'The login service of your institution does not answer as it should. Try again later, or use a token.',
  invalid:
    'The answer of your institution did not pass the checks. Log in again; if this repeats, tell an administrator of the site.',
  busy: 'Too many logins at this moment, or too many that failed. Try again in a minute.',
  site: 'This site could not begin the session. Try again in a minute.',
};

/** The sentence for the reason in the address of the page; null if there is none. Words of the address itself are never shown. */
export function loginEndOf(search: string): string | null {
  const reason = new URLSearchParams(search).get('login');
  if (reason === null) return null;
  return Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason]! : 'The login failed. Try again.';
}
