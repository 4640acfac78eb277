import { NETWORKS, type Network, parseMicro } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Undo } from '../boot/start-steps.ts';
import { formatAddress, parseAddress } from '@portside/chain';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Hex } from 'viem';
import { print } from './command.ts';

/** An address of a local chain that can be taken off and put on again, as if a provider were down. */
type RehearsedNode = {
  readonly rpcUrl: string;
  /** TRON's HTTP API; null on other networks. */
  readonly httpUrl: string | null;
  /** Breaks off its connections and refuses new ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

export type RehearsedNodes = Readonly<Record<Network, readonly [RehearsedNode, RehearsedNode]>>;

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
export function printChains({ devchain, nodes }: RehearsedChains): void {
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
export function takeCommands(chains: RehearsedChains, input: Readable): void {
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
