import { connectEvm } from './evm-wallet.ts';
import type { FoundWallet } from './discover.ts';
import type { Hex } from './payment.ts';
import { failureOf, inTime, WalletFailure } from './problems.ts';
import { connectTron, lentTronWeb } from './tron-wallet.ts';
import { ANSWER_MS } from './wallet.ts';

/**
 * Has a wallet sign a text that it shows in plain words: EIP-191 on EVM networks, TIP-191 on TRON. It moves no
 * money. Throws WalletFailure.
 */
export async function signText(found: FoundWallet, text: string): Promise<Hex> {
  try {
    return await inTime(
      found.family === 'evm' ? signOnEvm(found, text) : signOnTron(found, text),
      ANSWER_MS,
      'timeout',
    );
  } catch (error) {
    throw failureOf(error, 'connectFailed');
  }
}

async function signOnEvm({ provider }: FoundWallet & { family: 'evm' }, text: string): Promise<Hex> {
  const address = await connectEvm(provider);
  return (await provider.request({ method: 'personal_sign', params: [hexOf(text), address] })) as Hex;
}

async function signOnTron({ provider }: FoundWallet & { family: 'tron' }, text: string): Promise<Hex> {
  await connectTron(provider);
  const lent = await lentTronWeb(provider);
  if (!lent?.trx.signMessageV2) throw new WalletFailure('connectFailed');
  return (await lent.trx.signMessageV2(text)) as Hex;
}

const hexOf = (text: string): Hex =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
