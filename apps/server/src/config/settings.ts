import { Email, Username } from '@portside/contract';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { parseCrashPlan, type CrashPlan } from '../platform/crash-point.ts';
import { isReadableOnTheWay, parseDatabaseUrl } from '../platform/db/database-url.ts';
import { isLoopback } from '../platform/ip-address.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads single settings and collects what is wrong with them: the name of a setting, never its value. */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Without spaces around it; null if it is missing or empty. */
  text(name: string): string | null {
    return this.#env[name]?.trim() || null;
  }

  need(name: string, why: string): string {
    const value = this.text(name);
    if (value === null) this.problems.push(`${name} is missing: ${why}`);
    return value ?? '';
  }

  check<T>(name: string, fallback: string, schema: z.ZodMiniType<T>): T {
    const result = z.safeParse(schema, this.text(name) ?? fallback);
    if (!result.success) this.problems.push(`${name}: ${result.error.issues[0]!.message}`);
    return result.data as T;
  }

  /** Whether a setting that can only have one value has it. */
  is(name: string, value: '1' | 'empty'): boolean {
    const given = this.text(name);
    if (given !== null && given !== value)
      this.problems.push(`${name}: must be ${value}${value === '1' ? '' : ' (the word)'}, or not set`);
    return given === value;
  }
}

export type KeyConfig = { readonly credentials: ReadonlyMap<string, Buffer>; readonly fingerprint: Buffer };

export type FirstOwner = { readonly username: string; readonly password: string; readonly email: string };

/** Where Prometheus reads: a port of its own, the shop's port with a token, or its own port with one. */
export type MetricsConfig = { readonly port: number | null; readonly token: string | null };

const KEY_BYTES = 32;
const LONG_PASSWORD = 12;
const LONG_TOKEN = 20;

/** The items of a comma-separated list. */
export const splitList = (list: string | null): string[] =>
  (list ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Without a trailing slash; `port` is that of a sandbox, which needs no address of its own. */
export function readPublicUrl(settings: SettingsReader, isProduction: boolean, port: number): string {
  const { problems } = settings;
  const url = isProduction
    ? settings.need('PUBLIC_URL', 'links in e-mails, to agents and into wallets lead there')
    : (settings.text('PUBLIC_URL') ?? `http://localhost:${port ?? ''}`);
  if (url === '') return url;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    problems.push('PUBLIC_URL: not an http(s) address');
  else if (isProduction && !url.startsWith('https:') && !isLoopback(url))
    problems.push('PUBLIC_URL: must be https');
  return url.replace(/\/+$/, '');
}

/** On another machine the database needs TLS with a verified certificate, unless that risk is accepted. */
export function readDatabaseUrl(
  settings: SettingsReader,
  name: string,
  isPlainAccepted: boolean,
): string | null {
  const { problems } = settings;
  const url = settings.text(name);
  if (url === null) return null;
  try {
    const { urls } = parseDatabaseUrl(url);
    if (!isPlainAccepted && urls.some(isReadableOnTheWay))
      problems.push(
        `${name}: the database is on another machine, so add sslmode=verify-full (with sslrootcert=FILE for a ` +
          'certificate of your own). ACCEPT_PLAIN_DATABASE=1 is for a private network that nobody else can read.',
      );
  } catch (error) {
    problems.push(`${name}: ${(error as Error).message}`);
  }
  return url;
}

/**
 * The first owner; null without OWNER_PASSWORD, which is removed once the owner has signed in, whether or not name and
 * e-mail address are still there. A start without an owner names all three.
 */
export function readOwner(settings: SettingsReader): FirstOwner | null {
  const { problems } = settings;
  const [username, password, email] = ['OWNER_USERNAME', 'OWNER_PASSWORD', 'OWNER_EMAIL'].map((name) =>
    settings.text(name),
  );
  if (username != null && !Username.safeParse(username).success)
    problems.push('OWNER_USERNAME: not a username');
  if (email != null && !Email.safeParse(email).success) problems.push('OWNER_EMAIL: not an e-mail address');
  if (password == null) return null;
  if (password.length < LONG_PASSWORD) problems.push(`OWNER_PASSWORD: at least ${LONG_PASSWORD} characters`);
  if (username == null) problems.push('OWNER_USERNAME is missing: the first owner needs a name');
  if (email == null) problems.push('OWNER_EMAIL is missing: alarms and reset codes go there');
  return { username: username ?? '', password, email: email ?? '' };
}

/** Without METRICS_PORT and METRICS_TOKEN nothing is measured. */
export function readMetrics(settings: SettingsReader): MetricsConfig | null {
  const { problems } = settings;
  const [port, token] = [settings.text('METRICS_PORT'), settings.text('METRICS_TOKEN')];
  if (port === null && token === null) return null;
  const number = z.coerce
    .number<string>()
    .check(z.int(), z.gte(1), z.lte(65_535))
    .safeParse(port ?? '1');
  if (!number.success) problems.push('METRICS_PORT: must be a number from 1 to 65535');
  else if (port !== null && port === (settings.text('PORT') ?? '3000'))
    problems.push('METRICS_PORT: must differ from PORT; METRICS_TOKEN alone serves them on PORT');
  if (token !== null && token.length < LONG_TOKEN)
    problems.push(`METRICS_TOKEN: at least ${LONG_TOKEN} characters`);
  return { port: port === null ? null : (number.data ?? null), token };
}

const PROXY_GROUPS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** From where Cloudflare asks: www.cloudflare.com/ips, unchanged since 2021. */
export const CLOUDFLARE = [
  '103.21.244.0/22',
  '103.22.200.0/22',
  '103.31.4.0/22',
  '104.16.0.0/13',
  '104.24.0.0/14',
  '108.162.192.0/18',
  '131.0.72.0/22',
  '141.101.64.0/18',
  '162.158.0.0/15',
  '172.64.0.0/13',
  '173.245.48.0/20',
  '188.114.96.0/20',
  '190.93.240.0/20',
  '197.234.240.0/22',
  '198.41.128.0/17',
  '2400:cb00::/32',
  '2405:8100::/32',
  '2405:b500::/32',
  '2606:4700::/32',
  '2803:f800::/32',
  '2a06:98c0::/29',
  '2c0f:f248::/32',
];

const isAddressOrNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
  return isIP(address) !== 0 && fits && rest.length === 0;
};

/** IP addresses and networks from which alone the back office opens; none: from everywhere. */
export function readOfficeAddresses(settings: SettingsReader): string[] {
  const addresses = splitList(settings.text('OFFICE_ADDRESSES'));
  if (!addresses.every(isAddressOrNetwork))
    settings.problems.push('OFFICE_ADDRESSES: must be IP addresses or networks');
  return addresses;
}

/** IP addresses, networks (10.0.0.0/8), or the names of well-known groups, of which `cloudflare` is ours. */
export function readProxies(settings: SettingsReader): string[] {
  const proxies = splitList(settings.text('TRUSTED_PROXIES')).flatMap((proxy) =>
    proxy === 'cloudflare' ? CLOUDFLARE : [proxy],
  );
  const isKnown = (proxy: string): boolean => PROXY_GROUPS.has(proxy) || isAddressOrNetwork(proxy);
  if (!proxies.every(isKnown)) settings.problems.push('TRUSTED_PROXIES: must be IP addresses or networks');
  return proxies;
}

/** Where mails go out and who sends them. */
export function readMail(settings: SettingsReader): { smtpUrl: string; from: string } {
  const { problems } = settings;
  const smtpUrl = settings.need('SMTP_URL', 'accounts are delivered by e-mail');
  const from = settings.need('MAIL_FROM', 'the sender of e-mails');
  if (smtpUrl !== '' && !isMailServer(smtpUrl))
    problems.push('SMTP_URL: must be smtp:// or smtps:// with a host; odd characters in a password as %XX');
  if (from !== '' && !/^[^\r\n]*\S+@\S+$/.test(from.replace(/>$/, '')))
    problems.push('MAIL_FROM: not an e-mail address');
  return { smtpUrl, from };
}

function isMailServer(url: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return /^smtps?:$/.test(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

/** The token of the bot that sends alarms. */
export function readBotToken(settings: SettingsReader): string | null {
  const token = settings.text('TELEGRAM_BOT_TOKEN');
  if (token !== null && !/^\d{1,20}:[\w-]{20,100}$/.test(token))
    settings.problems.push('TELEGRAM_BOT_TOKEN: not a token as @BotFather gives them');
  return token;
}

/** Where the Bot API is: a server of one's own, or one that stands in for it in tests. */
export function readTelegramApi(settings: SettingsReader): string | null {
  const url = settings.text('TELEGRAM_API_URL');
  if (url === null) return null;
  const isUsable = URL.canParse(url) && (url.startsWith('https:') || isLoopback(url));
  if (!isUsable) settings.problems.push('TELEGRAM_API_URL: must be https, or on this machine');
  return url.replace(/\/+$/, '');
}

/**
 * On another machine Valkey needs TLS and a password, unless that risk is accepted: whoever can read or write there can
 * read or forge what pages show live.
 */
export function readValkeyUrl(settings: SettingsReader): string | null {
  const { problems } = settings;
  const isPlainAccepted = settings.is('ACCEPT_PLAIN_VALKEY', '1');
  const url = settings.text('VALKEY_URL');
  if (url === null) return null;
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url))
    problems.push('VALKEY_URL: must begin with redis:// or rediss://');
  else if (!isPlainAccepted && !isGuarded(new URL(url)))
    problems.push(
      'VALKEY_URL: Valkey is on another machine, so use rediss:// with a user and a password. ACCEPT_PLAIN_VALKEY=1 ' +
        'is for a private network that nobody else can use.',
    );
  return url;
}

const isGuarded = ({ protocol, password, hostname }: URL): boolean =>
  (protocol === 'rediss:' && password !== '') || isLoopback(`http://${hostname}`);

/** `CREDENTIALS_KEYS` and `FINGERPRINT_KEY`; empty texts are no problem here, because `need` has named them. */
export function readKeys(credentials: string, fingerprint: string, problems: string[]): KeyConfig {
  const entries = splitList(credentials).map((entry): [string, Buffer] => {
    const [id = '', key = ''] = entry.split(':');
    const bytes = Buffer.from(key, 'base64');
    if (!/^[\w-]{1,32}$/.test(id) || bytes.length !== KEY_BYTES) {
      problems.push(`CREDENTIALS_KEYS: each must be id:base64 of ${KEY_BYTES} bytes`);
    }
    return [id, bytes];
  });
  const keys = new Map(entries);
  // A second key with the same id would replace the first, and nothing sealed under that could be opened.
  if (keys.size < entries.length) problems.push('CREDENTIALS_KEYS: the same id twice');
  if (credentials !== '' && keys.size === 0) problems.push('CREDENTIALS_KEYS: holds no key');
  const bytes = Buffer.from(fingerprint, 'base64');
  if (fingerprint !== '' && bytes.length < KEY_BYTES)
    problems.push(`FINGERPRINT_KEY: base64 of at least ${KEY_BYTES} bytes`);
  return { credentials: keys, fingerprint: bytes };
}

export function readCrashPlan(settings: SettingsReader): CrashPlan | null {
  const plan = settings.text('CRASH_AT');
  if (plan === null) return null;
  const parsed = parseCrashPlan(plan);
  if (parsed === null) settings.problems.push('CRASH_AT: no such point');
  return parsed;
}

/** Compares digests: the time of a comparison must not reveal how much of a guess was right. */
export function isTokenHolder(authorization: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
