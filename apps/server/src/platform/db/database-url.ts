import { isLoopback } from '../ip-address.ts';

/** A database of one server, or of several of which one accepts writes. */
export type DatabaseTarget = {
  /** One connection string a host, in the order of the setting. */
  readonly urls: readonly [string, ...string[]];
  /** Whether the server must accept writes; always true of several. */
  readonly needsWrites: boolean;
};

const SCHEME = /^postgres(?:ql)?:\/\//;

/**
 * Reads `postgresql://user:password@host:port,host:port/database?target_session_attrs=read-write` as libpq does.
 * Throws an Error with a message for the operator; the message never repeats the password.
 */
export function parseDatabaseUrl(text: string): DatabaseTarget {
  if (!SCHEME.test(text)) throw new Error('must begin with postgresql://');
  const [, head, authority, tail] = /^([^/]*\/\/)([^/?]*)(.*)$/.exec(text)!;
  const at = authority!.lastIndexOf('@') + 1;
  const urls = authority!
    .slice(at)
    .split(',')
    .map((host) => `${head}${authority!.slice(0, at)}${host}${tail}`)
    .map((url) => {
      if (!URL.canParse(url)) throw new Error('is no address of a database');
      return new URL(url);
    });
  const attributes = urls[0]!.searchParams.get('target_session_attrs');
  if (attributes !== null && attributes !== 'read-write' && attributes !== 'any')
    throw new Error('target_session_attrs must be read-write: the shop writes');
  // The driver does not know it.
  for (const url of urls) url.searchParams.delete('target_session_attrs');
  const [first, ...others] = urls.map(String);
  return { urls: [first!, ...others], needsWrites: attributes === 'read-write' || others.length > 0 };
}

/** With these the driver refuses a server without TLS or with a certificate that is not its own. */
const ENCRYPTED = new Set(['require', 'verify-ca', 'verify-full']);

/**
 * Whether what goes to this host could be read on the way: it is neither this machine nor asked for TLS with a checked
 * certificate. `uselibpqcompat` makes the driver take any certificate for `require`.
 */
export function isReadableOnTheWay(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  // The driver takes the parameter before the address; a path is a socket of this machine.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(`http://${host}`)) return false;
  const mode = searchParams.get('sslmode') ?? '';
  return !ENCRYPTED.has(mode) || (mode === 'require' && searchParams.has('uselibpqcompat'));
}

/** The user that an address of a database names; null if it names none. */
export const userOf = (databaseUrl: string): string | null =>
  decodeURIComponent(new URL(parseDatabaseUrl(databaseUrl).urls[0]).username) || null;
