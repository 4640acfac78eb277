import { Email, Username } from '@portside/contract';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { isLoopback } from '../platform/ip-address.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

/** A setting's value without spaces around it; null where it is missing or empty. */
type ReadText = (name: string) => string | null;

export type FirstOwner = { readonly username: string; readonly password: string; readonly email: string };

/** Where Prometheus reads: a port of its own, the shop's port with a token, or its own port with one. */
export type MetricsConfig = { readonly port: number | null; readonly token: string | null };

const LONG_PASSWORD = 12;
const LONG_TOKEN = 20;

/** The items of a comma-separated list. */
export const splitList = (list: string | null): string[] =>
  (list ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The first owner, whole or not at all; each missing part is named. */
export function readOwner(text: ReadText, problems: string[]): FirstOwner | null {
  const [username, password, email] = ['OWNER_USERNAME', 'OWNER_PASSWORD', 'OWNER_EMAIL'].map(text);
  if (username == null && password == null && email == null) return null;
  if (username == null) problems.push('OWNER_USERNAME is missing: the first owner needs a name');
  else if (!Username.safeParse(username).success) problems.push('OWNER_USERNAME: not a username');
  if (password == null || password.length < LONG_PASSWORD) {
    problems.push(`OWNER_PASSWORD: at least ${LONG_PASSWORD} characters`);
  }
  if (email == null) problems.push('OWNER_EMAIL is missing: alarms and reset codes go there');
  else if (!Email.safeParse(email).success) problems.push('OWNER_EMAIL: not an e-mail address');
  return { username: username ?? '', password: password ?? '', email: email ?? '' };
}

/** Without METRICS_PORT and METRICS_TOKEN nothing is measured. */
export function readMetrics(text: ReadText, problems: string[]): MetricsConfig | null {
  const [port, token] = [text('METRICS_PORT'), text('METRICS_TOKEN')];
  if (port === null && token === null) return null;
  const number = z.coerce
    .number<string>()
    .check(z.int(), z.gte(1), z.lte(65_535))
    .safeParse(port ?? '1');
  if (!number.success) problems.push('METRICS_PORT: must be a number from 1 to 65535');
  else if (port !== null && port === (text('PORT') ?? '3000'))
    problems.push('METRICS_PORT: must differ from PORT; METRICS_TOKEN alone serves them on PORT');
  if (token !== null && token.length < LONG_TOKEN)
    problems.push(`METRICS_TOKEN: at least ${LONG_TOKEN} characters`);
  return { port: port === null ? null : (number.data ?? null), token };
}

const PROXY_GROUPS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** IP addresses, networks (10.0.0.0/8), or the names of well-known groups. */
export function readProxies(list: string | null, problems: string[]): string[] {
  const proxies = splitList(list);
  const isKnown = (proxy: string): boolean => {
    const [address = '', bits, ...rest] = proxy.split('/');
    const longest = isIP(address) === 6 ? 128 : 32;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
    return PROXY_GROUPS.has(proxy) || (isIP(address) !== 0 && fits && rest.length === 0);
  };
  if (!proxies.every(isKnown)) problems.push('TRUSTED_PROXIES: must be IP addresses or networks');
  return proxies;
}

/** Where mails go out and who sends them; adds what is wrong to `problems`. */
export function readMail(
  smtpUrl: string,
  from: string,
  problems: string[],
): { smtpUrl: string; from: string } {
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

/** The token of the bot that sends alarms; adds what is wrong to `problems`. */
export function readBotToken(token: string | null, problems: string[]): string | null {
  if (token !== null && !/^\d{1,20}:[\w-]{20,100}$/.test(token))
    problems.push('TELEGRAM_BOT_TOKEN: not a token as @BotFather gives them');
  return token;
}

/**
 * Checks the address of a Valkey; problems go to `problems`. On another machine it needs TLS and a password, unless that
 * risk is accepted: whoever can read or write there can read or forge what pages show live.
 */
export function readValkeyUrl(
  url: string | null,
  isPlainAccepted: boolean,
  problems: string[],
): string | null {
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

/** Compares digests: the time of a comparison must not reveal how much of a guess was right. */
export function isTokenHolder(authorization: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
