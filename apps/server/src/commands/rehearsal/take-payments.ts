import { formatAddress, parseAddress } from '@portside/chain';
import { NETWORKS, parseMicro } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { print } from '../command.ts';

/** Prints what the back office asks for when a payment method is set. */
export function printPaymentMethods({ chains }: Devchain): void {
  for (const network of NETWORKS) {
    const { chainId, contractAddress, walletAddress, checkoutAddress } = chains[network];
    const show = (address: typeof walletAddress): string => formatAddress(network, address);
    print(`  ${network}: chain ${chainId}`);
    print(`    token    ${show(contractAddress)}`);
    print(`    wallet   ${show(walletAddress)}`);
    print(`    checkout ${show(checkoutAddress)}`);
  }
}

/** Reads `pay NETWORK ADDRESS AMOUNT` lines and pays from the wallet with play money. */
export function takePayments(devchain: Devchain, input: Readable): void {
  print('  To pay a top-up, type: pay NETWORK ADDRESS AMOUNT\n');
  createInterface(input).on('line', (line) => {
    if (line.trim() !== '') void pay(devchain, line);
  });
}

async function pay(devchain: Devchain, line: string): Promise<void> {
  const [word, name = '', text = '', amount = ''] = line.trim().split(/\s+/);
  const network = NETWORKS.find((one) => one === name.toUpperCase());
  const address = network && parseAddress(network, text);
  if (word !== 'pay' || !network || !address || !/^\d+(\.\d{1,6})?$/.test(amount)) {
    print('  pay NETWORK ADDRESS AMOUNT, for instance: pay TRON T… 10.000123');
    return;
  }
  await devchain.sendUsdt(network, address, parseMicro(amount)).then(
    (hash) => print(`  sent: ${hash}`),
    (error: Error) => print(`  not sent: ${error.message}`),
  );
}
