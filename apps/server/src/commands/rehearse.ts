import { NETWORKS, type Network, parseMicro } from '@portside/contract';
import { join, resolve } from 'node:path';
import { readConfig, type Config } from '../config/config.ts';
import { runUntilStopped } from '../boot/run-until-stopped.ts';
import { startInSteps, type Undo, reportStep } from '../boot/start-steps.ts';
import { startShop } from '../boot/start-shop.ts';
import { CommandError, print, type Command } from './command.ts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Devchain } from '@portside/devchain';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { formatAddress, parseAddress } from '@portside/chain';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Hex } from 'viem';

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

/** An address of a local chain that can be taken off and put on again, as if a provider were down. */
type RehearsedNode = {
  readonly rpcUrl: string;
  /** TRON's HTTP API; null on other networks. */
  readonly httpUrl: string | null;
  /** Breaks off its connections and refuses new ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type RehearsedNodes = Readonly<Record<Network, readonly [RehearsedNode, RehearsedNode]>>;

/**
 * Two nodes for every local chain, so that two must agree as in production. Both lead to the same chain: a local chain
 * has no peers, so either can be lost, but they cannot disagree.
 */
export async function openNodes({ chains }: Pick<Devchain, 'chains'>, undo: Undo): Promise<RehearsedNodes> {
  const opened: [Network, readonly [RehearsedNode, RehearsedNode]][] = [];
  for (const network of NETWORKS)
    opened.push([network, [await openNode(chains[network], undo), await openNode(chains[network], undo)]]);
  return Object.fromEntries(opened) as RehearsedNodes;
}

type NodeUrls = { readonly rpcUrl: string; readonly httpUrl: string | null };

async function openNode({ rpcUrl, httpUrl }: NodeUrls, undo: Undo): Promise<RehearsedNode> {
  const { port, hostname } = new URL(rpcUrl);
  const sockets = new Set<Socket>();
  const server = createServer((asking) => {
    const node = connect(Number(port), hostname);
    asking.pipe(node).pipe(asking);
    for (const [one, other] of [
      [asking, node],
      [node, asking],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  undo(stop);
  return {
    rpcUrl: atPort(rpcUrl, own),
    httpUrl: httpUrl && atPort(httpUrl, own),
    stop,
    start: async () => (server.listening ? undefined : listen(own)),
  };
}

function atPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

type RehearsedChains = { readonly devchain: Devchain; readonly nodes: RehearsedNodes };

/** Prints what the back office asks for when a payment method is set, and the nodes. */
function printChains({ devchain, nodes }: RehearsedChains): void {
  for (const network of NETWORKS) {
    const { chainId, contractAddress, walletAddress, checkoutAddress, factoryAddress } =
      devchain.chains[network];
    const show = (name: string, address: Hex): void =>
      print(`    ${name.padEnd(8)} ${formatAddress(network, address)}`);
    print(`  ${network}: chain ${chainId}`);
    show('token', contractAddress);
    show('wallet', walletAddress);
    show('checkout', checkoutAddress);
    if (factoryAddress) show('factory', factoryAddress);
    nodes[network].forEach(({ rpcUrl }, index) => print(`    node ${index + 1}   ${rpcUrl}`));
  }
}

const USAGE = [
  'pay NETWORK ADDRESS AMOUNT   pays with test money, for instance: pay TRON T… 10.000123',
  'stop NETWORK 1|2             takes one of its nodes off; with one left, no deposit is credited',
  'start NETWORK 1|2            puts it on again',
];

/** Reads a command from each line of the input. */
function takeCommands(chains: RehearsedChains, input: Readable): void {
  printUsage();
  print();
  createInterface(input).on('line', (line) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === '') return;
    runCommand(chains, words).then(print, (error: Error) => print(`  not done: ${error.message}`));
  });
}

const printUsage = (): void => {
  print('  Commands:');
  for (const line of USAGE) print(`    ${line}`);
};

/** What was done. Throws if it could not be done. */
async function runCommand(
  { devchain, nodes }: RehearsedChains,
  [verb, name = '', target = '', amount = '']: readonly string[],
): Promise<string> {
  const network = NETWORKS.find((one) => one === name.toUpperCase());
  const node = network && /^[12]$/.test(target) ? nodes[network][target === '1' ? 0 : 1] : undefined;
  if (verb === 'pay' && network && /^\d+(\.\d{1,6})?$/.test(amount)) {
    const address = parseAddress(network, target);
    return `  sent: ${await devchain.sendUsdt(network, address, parseMicro(amount))}`;
  }
  if (verb === 'stop' && node) {
    await node.stop();
    return `  ${network} node ${target} is off.`;
  }
  if (verb === 'start' && node) {
    await node.start();
    return `  ${network} node ${target} is on.`;
  }
  printUsage();
  throw new Error('no such command');
}
