import { isLoopback } from '../loopback.ts';

/**
 * Checks the address of a Valkey; what is wrong goes to `problems`. To another machine it needs TLS, unless that risk is
 * taken: the password and all that pages show live would be readable on the way.
 */
export function readValkeyUrl(
  url: string | null,
  isPlainAccepted: boolean,
  problems: string[],
): string | null {
  if (url === null) return null;
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url))
    problems.push('VALKEY_URL: must begin with redis:// or rediss://');
  else if (url.startsWith('redis:') && !isPlainAccepted && !isLoopback(`http://${new URL(url).hostname}`))
    problems.push(
      'VALKEY_URL: Valkey is on another machine, so use rediss://. ACCEPT_PLAIN_VALKEY=1 is for a private network ' +
        'that nobody else can read.',
    );
  return url;
}
