import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Email } from '@portside/contract';
import { readConfig, type Config } from '../../config/config.ts';
import { openChains } from '../../boot/open-app.ts';
import { createSmtpMailer } from '../../platform/mail/mailer.ts';
import { toHtml } from '../../platform/html.ts';
import { ValkeyHub } from '../../platform/hub/valkey-hub.ts';
import { createLog } from '../../platform/log.ts';
import { CommandError, print, type Command } from '../command.ts';
import { checkChains } from './check-chains.ts';
import { checkDatabase } from './check-database.ts';
import { resultsOf, ok, skipped, warning, type CheckResult } from './check-result.ts';
import { withShop } from '../open-shop.ts';

const MARKS = { ok: 'ok      ', warning: 'WARNING ', fault: 'FAULT   ', skipped: 'skipped ' };

/**
 * Looks at everything around the shop; changes nothing but for one test e-mail. Exits with 1 if it found a fault.
 */
export const doctor: Command = {
  summary: 'Look for what is wrong: settings, database, standbys, clock, keys, nodes, Valkey, mail, backups.',
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
  const lines = [`portside doctor sent this from ${publicUrl}.`];
  await createSmtpMailer(mail.smtpUrl, mail.from).send({
    to,
    subject: 'Portside: test e-mail',
    text: lines.join('\n'),
    html: toHtml(lines),
    messageId: `<doctor-${randomUUID()}@${new URL(publicUrl).hostname}>`,
  });
  return [ok('mail', `the mail server accepted an e-mail to ${to}: check that it arrived`)];
}
