import type { FoundWallet } from './found-wallet.ts';
import type { Hex } from './payment.ts';
import { failureOf, inTime, WalletFailure } from './problems.ts';
import { ANSWER_MS, poll } from './wallet.ts';

const TRONWEB_MS = 3_000;

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
  const accounts = await provider.request({ method: 'eth_requestAccounts' });
  const [address] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  if (typeof address !== 'string') throw new WalletFailure('addressMissing');
  return (await provider.request({ method: 'personal_sign', params: [hexOf(text), address] })) as Hex;
}

async function signOnTron({ provider }: FoundWallet & { family: 'tron' }, text: string): Promise<Hex> {
  await provider.request?.({ method: 'tron_requestAccounts' });
  const lent = await poll(async () => provider.tronWeb || null, { everyMs: 200, forMs: TRONWEB_MS });
  if (!lent?.trx.signMessageV2) throw new WalletFailure('connectFailed');
  return (await lent.trx.signMessageV2(text)) as Hex;
}

const hexOf = (text: string): Hex =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
