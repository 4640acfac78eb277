import { formatAddress, parseAddress } from '@portside/chain';
import { NETWORKS, parseMicro } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Hex } from 'viem';
import { print } from '../command.ts';
import type { RehearsedNodes } from './open-nodes.ts';

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

/** What was done. Throws where it could not be. */
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
