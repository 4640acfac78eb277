import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Email } from '@portside/contract';
import { readConfig, type Config } from '../../config/config.ts';
import { openChains } from '../../boot/open-app.ts';
import { createSmtpMailer } from '../../platform/mail/mailer.ts';
import { escapeHtml } from '../../platform/html.ts';
import { ValkeyHub } from '../../platform/hub/valkey-hub.ts';
import { createLog } from '../../platform/log.ts';
import { CommandError, print, type Command } from '../command.ts';
import { checkChains } from './check-chains.ts';
import { checkDatabase } from './check-database.ts';
import { resultsOf, ok, skipped, warning, type CheckResult, fault } from './check-result.ts';
import { withShop } from '../open-shop.ts';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { CLOUDFLARE } from '../../config/settings.ts';
import { findSharedAddress } from '../../features/sessions/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { isLoopback, isPublicAddress, isWithin } from '../../platform/ip-address.ts';

const MARKS = { ok: 'ok      ', warning: 'WARNING ', fault: 'FAULT   ', skipped: 'skipped ' };

/**
 * Looks at everything around the shop; changes nothing but for one test e-mail. Exits with 1 if it found a fault.
 */
export const doctor: Command = {
  summary:
    'Look for what is wrong: settings, database, standbys, clock, keys, proxy, nodes, Valkey, mail, backups.',
  usage: ['doctor --mail-to ADDRESS   sends one test e-mail there', 'doctor'],
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { 'mail-to': { type: 'string' } } });
    const to = values['mail-to'] ?? null;
    if (to !== null && !Email.safeParse(to).success) throw new CommandError(`${to}: not an e-mail address`);
    const findings = await examine(readConfig(process.env), to);
    for (const { state, about, detail } of findings) print(`${MARKS[state]} ${about.padEnd(12)} ${detail}`);
    const faults = findings.filter(({ state }) => state === 'fault').length;
    print(`\n${faults === 0 ? 'No fault was found.' : `Faults: ${faults}`}`);
    return faults === 0 ? 0 : 1;
  },
};

/** Everything that can be found with these settings. `mailTo` null sends no mail. */
async function examine(config: Config, mailTo: string | null): Promise<readonly CheckResult[]> {
  const findings: CheckResult[] = [ok('settings', `complete for ${config.mode}`)];
  const shop = (): Promise<readonly CheckResult[]> =>
    withShop(config, 'doctor', async (ctx) => [
      ...(config.databaseUrl === null
        ? [warning('database', 'embedded: one process only, not for real money')]
        : await checkDatabase(ctx, config)),
      ...(await resultsOf('proxy', () => checkProxy(ctx, config))),
      ...(await checkChains(ctx, openChains({ config, devchain: null }))),
    ]);
  findings.push(...(await resultsOf('database', shop)));
  findings.push(...(await resultsOf('valkey', () => checkValkey(config))));
  findings.push(...(await resultsOf('mail', () => checkMail(config, mailTo))));
  return findings;
}

async function checkValkey(config: Config): Promise<CheckResult[]> {
  const { valkeyUrl } = config;
  if (valkeyUrl === null) return [skipped('valkey', 'VALKEY_URL is not set: one process only')];
  const log = createLog('silent', { pretty: false });
  const hub = await ValkeyHub.open(valkeyUrl, log);
  await hub.close();
  return [ok('valkey', 'answers and takes writes')];
}

/** Sends one e-mail; throws if the mail server refuses it. `to` null sends nothing. */
export async function checkMail(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  to: string | null,
): Promise<CheckResult[]> {
  if (mail === null) return [skipped('mail', 'the sandbox keeps its mails')];
  if (to === null) return [skipped('mail', 'nothing was sent: --mail-to ADDRESS')];
  const text = `portside doctor sent this from ${publicUrl}.`;
  await createSmtpMailer(mail.smtpUrl, mail.from).send({
    to,
    subject: 'Portside: test e-mail',
    text,
    html: `<p>${escapeHtml(text)}</p>`,
    messageId: `<doctor-${randomUUID()}@${new URL(publicUrl).hostname}>`,
  });
  return [ok('mail', `the mail server accepted an e-mail to ${to}: check that it arrived`)];
}

const WHERE = 'docs/operating.md#behind-a-content-network';

/** Whoever trusts a wider public network lets strangers choose the address that the shop sees. */
const WIDEST_BITS = { 4: 8, 6: 16 } as const;

type Facts = Pick<Config, 'publicUrl' | 'trustedProxies'>;
type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Whether the shop can tell visitors apart behind the proxies that it is told of, and believes no others. */
export async function checkProxy(ctx: Ctx, config: Facts, resolve = resolveHost): Promise<CheckResult[]> {
  const { publicUrl, trustedProxies } = config;
  const wide = trustedProxies.filter(isTooWide);
  if (wide.length > 0)
    return [
      fault('proxy', `TRUSTED_PROXIES: ${wide.join(', ')}: whoever is in it can pretend to any address`),
    ];
  const shared = await findSharedAddress(ctx.db);
  if (shared !== null) return [warning('proxy', describeShared(shared, trustedProxies))];
  const host = new URL(publicUrl).hostname;
  // A name that does not resolve here may still do so elsewhere.
  const addresses = isLoopback(publicUrl) ? [] : await resolve(host).catch(() => []);
  if (
    addresses.some((address) => isIn(address, CLOUDFLARE)) &&
    !CLOUDFLARE.every((one) => trustedProxies.includes(one))
  )
    return [
      warning('proxy', `${host} leads to Cloudflare: add cloudflare to TRUSTED_PROXIES, and see ${WHERE}`),
    ];
  return trustedProxies.length === 0
    ? [warning('proxy', 'TRUSTED_PROXIES is not set: behind a proxy, all visitors share one address')]
    : [ok('proxy', `trusted: ${trustedProxies.join(', ').replace(CLOUDFLARE.join(', '), 'cloudflare')}`)];
}

function describeShared(
  { address, users, all }: { address: string; users: number; all: number },
  trusted: readonly string[],
): string {
  const found = `${users} of the last ${all} users to sign in came from ${address}`;
  const networks = trusted.filter((one) => isIP(one.split('/')[0]!) !== 0);
  if (isIn(address, CLOUDFLARE)) return `${found}, which is Cloudflare: see ${WHERE}`;
  if (isIn(address, networks)) return `${found}, a trusted proxy that does not send X-Forwarded-For`;
  return isIP(address) !== 0 && isPublicAddress(address)
    ? `${found}: a proxy that TRUSTED_PROXIES does not name? See ${WHERE}`
    : `${found}: if that is your proxy, name it in TRUSTED_PROXIES and let it send X-Forwarded-For`;
}

function isTooWide(proxy: string): boolean {
  const [address = '', bits] = proxy.split('/');
  const version = isIP(address);
  return bits !== undefined && version !== 0 && Number(bits) < WIDEST_BITS[version === 4 ? 4 : 6];
}

/** Whether an address, or the first one of a network such as `2001:db8::/64`, lies in one of the networks. */
const isIn = (address: string, networks: readonly string[]): boolean =>
  networks.length > 0 && isWithin(networks, address.replace(/\/64$/, ''));
