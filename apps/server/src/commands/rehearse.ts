import { NETWORKS } from '@portside/contract';
import { join, resolve } from 'node:path';
import { readConfig, type Config } from '../config/config.ts';
import { runUntilStopped } from '../boot/run-until-stopped.ts';
import { startInSteps, type Undo, reportStep } from '../boot/start-steps.ts';
import { startShop } from '../boot/start-shop.ts';
import { CommandError, print, type Command } from './command.ts';
import { openNodes, type RehearsedNodes, printChains, takeCommands } from './rehearsed-nodes.ts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const STOP_TIMEOUT_MS = 12_000;

/** Production's rules with nothing at stake: local chains, and a mail server that stores what it gets. */
export const rehearse: Command = {
  summary: 'Try production: its rules, local chains with two addresses each, e-mails kept as files.',
  usage: ['rehearse   with DATABASE_URL, VALKEY_URL and PORT where wanted; DATA_DIR is ./rehearsal'],
  async run() {
    refuseProduction(process.env);
    await runUntilStopped(() => startInSteps(openRehearsal), SIGNALS, STOP_TIMEOUT_MS);
    return null;
  },
};

/** What only a production sets; its database must not get test money and other keys. */
const OF_PRODUCTION = [
  'CREDENTIALS_KEYS',
  'FINGERPRINT_KEY',
  'SMTP_URL',
  ...NETWORKS.map((network) => `${network}_RPC_URLS`),
];

/** Throws a CommandError if the environment has the settings of a production. */
export function refuseProduction(env: NodeJS.Dict<string>): void {
  const set = OF_PRODUCTION.filter((name) => env[name]?.trim());
  if (set.length > 0)
    throw new CommandError(
      `These are the settings of a production: ${set.join(', ')}. A rehearsal would use its database, with other keys and test money. Run it from a shell without them.`,
    );
}

async function openRehearsal(undo: Undo): Promise<void> {
  const folder = resolve(process.env['DATA_DIR']?.trim() || './rehearsal');
  const { startDevchainProcess, catchMails } = await loadDevelopmentPackages();
  const devchain = await reportStep('Starting the local chains', () =>
    startDevchainProcess({ dataDir: join(folder, 'chains') }),
  );
  undo(() => devchain.stop());
  const smtpUrl = await catchMails(join(folder, 'mails'), undo, (to, file) =>
    print(`  e-mail to ${to}: ${file}`),
  );
  const nodes = await openNodes(devchain, undo);
  const config = composeRehearsal({ folder, nodes, smtpUrl });
  const shop = await startShop(config);
  undo(() => shop.stop());
  const { username, password } = config.firstOwner!;
  print(
    `  Production rules, test money. The first owner: ${username}, password ${password} until it is changed.`,
  );
  print('  Payment methods to set in the back office (the first takes effect at once, the others wait):');
  printChains({ devchain, nodes });
  takeCommands({ devchain, nodes }, process.stdin);
}

type Surroundings = {
  readonly folder: string;
  readonly nodes: RehearsedNodes;
  readonly smtpUrl: string;
};

/** The settings of a production on these chains and this mail server; database, Valkey and port are the caller's. */
function composeRehearsal({ folder, nodes, smtpUrl }: Surroundings): Config {
  const port = process.env['PORT']?.trim() || '3000';
  const chains: Record<string, string> = {};
  for (const network of NETWORKS) {
    const [first, second] = nodes[network];
    chains[`${network}_RPC_URLS`] = `${first.rpcUrl},${second.rpcUrl}`;
    if (first.httpUrl !== null) chains[`${network}_HTTP_URL`] = first.httpUrl;
  }
  return readConfig({
    ...pick(['DATABASE_URL', 'VALKEY_URL', 'HOST', 'LOG_LEVEL', 'METRICS_PORT', 'METRICS_TOKEN']),
    ...readMadeSettings(folder),
    ...chains,
    DATA_DIR: folder,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Rehearsal <shop@rehearsal.example>',
  });
}

const pick = (names: readonly string[]): NodeJS.Dict<string> =>
  Object.fromEntries(names.map((name) => [name, process.env[name]]));

/** A production's installation leaves the local chains out. */
async function loadDevelopmentPackages() {
  try {
    const [{ startDevchainProcess }, { catchMails }] = await Promise.all([
      import('@portside/devchain'),
      import('./catch-mails.ts'),
    ]);
    return { startDevchainProcess, catchMails };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError('A rehearsal needs the development packages: run npm ci without --omit=dev.');
  }
}

const FILE = 'rehearsal.env';

/** Keys and the first owner of a rehearsal: made once, and kept in its folder for its next start. */
function readMadeSettings(folder: string): NodeJS.Dict<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const key = (): string => randomBytes(32).toString('base64');
  const made = [
    `CREDENTIALS_KEYS=k1:${key()}`,
    `FINGERPRINT_KEY=${key()}`,
    'OWNER_USERNAME=owner',
    `OWNER_PASSWORD=${randomBytes(12).toString('base64url')}`,
    'OWNER_EMAIL=owner@rehearsal.example',
    '',
  ].join('\n');
  try {
    writeFileSync(path, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return parseEnv(readFileSync(path, 'utf8'));
}
