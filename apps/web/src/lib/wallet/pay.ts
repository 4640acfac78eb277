import { recordOf } from '@portside/chain/networks/registry';
import { approveCall, payCall, revokeCall, transferCall, type Allowance } from './calls.ts';
import type { FlowEvent } from './flow.ts';
import type { Hex, Payment } from './payment.ts';
import { WalletFailure } from './problems.ts';
import type { Holdings, Wallet } from './wallet.ts';
import { checkoutCode } from '@portside/checkout/checkout-code';

/** One payment by one connected wallet. `report` gets every step; failures are thrown. */
export type PaymentAttempt = {
  readonly wallet: Wallet;
  readonly owner: Hex;
  readonly payment: Payment;
  readonly report: (event: FlowEvent) => void;
};

/** One exact transfer to the treasury, or to the buyer's own address once that is checked; one signature. Answers the hash. */
export async function payByTransfer({ wallet, owner, payment, report }: PaymentAttempt): Promise<string> {
  report({ type: 'payAsked' });
  await checkAccount(wallet, owner, payment);
  if (payment.isToOwnAddress) {
    // Most payments need none of it.
    const { checkOwnAddress } = await import('./check-own-address.ts');
    await checkOwnAddress(wallet, payment);
  }
  const holdings = await wallet.holdings(owner);
  requireUsdt(holdings, payment);
  const call = transferCall(payment);
  requireCoin(holdings, await wallet.feeOf(owner, call));
  const hash = await wallet.send(owner, call);
  report({ type: 'paySent', hash });
  return hash;
}

type Authorizing = PaymentAttempt & {
  readonly allowance: Allowance;
  /** Records it in the shop, which may refuse, before the wallet's request, and again with the hash. */
  readonly record: (hash?: string) => Promise<void>;
};

/** Allows the checkout as much as is needed and pays through it; together where the wallet can. Answers the hash. */
export async function payByCheckout(paying: Authorizing): Promise<string> {
  const { wallet, owner, payment, report, allowance } = paying;
  const isTogether = await wallet.canSendTogether(owner);
  const holdings = await wallet.holdings(owner);
  const isAllowed = holdings.allowanceMicro >= payment.amountMicro;
  report({ type: isAllowed || isTogether ? 'payAsked' : 'authorizeAsked' });
  await checkAccount(wallet, owner, payment);
  await checkCheckout(wallet, payment);
  requireUsdt(holdings, payment);
  const { checkout: fee } = await quoteFees(wallet, owner, payment, { allowance, holdings });
  requireCoin(holdings, fee ?? 0n);

  if (!isAllowed && isTogether) return payTogether(paying, holdings);
  if (!isAllowed) {
    await authorize(paying, holdings);
    report({ type: 'payAsked' });
    // Minutes may have passed since the first check.
    await checkAccount(wallet, owner, payment);
  }
  const call = payCall(payment);
  requireCoin(await wallet.holdings(owner), await wallet.feeOf(owner, call));
  const hash = await wallet.send(owner, call);
  report({ type: 'paySent', hash });
  return hash;
}

/** Sets the allowance to zero. */
export async function revoke({ wallet, owner, payment, report }: PaymentAttempt): Promise<void> {
  report({ type: 'revokeAsked' });
  await checkAccount(wallet, owner, payment);
  const hash = await wallet.send(owner, revokeCall(payment));
  await settledByEffect(wallet.settled(hash, 'unconfirmed'));
  report({ type: 'revoked' });
}

async function authorize(paying: Authorizing, { allowanceMicro }: Holdings): Promise<void> {
  const { wallet, owner, payment, report, allowance, record } = paying;
  await record();
  if (needsZeroFirst(wallet, allowanceMicro)) {
    const hash = await wallet.send(owner, revokeCall(payment));
    report({ type: 'authorizeSent', hash });
    await settledByEffect(wallet.settled(hash, 'authorizationTimeout'));
    report({ type: 'authorizeAsked' });
  }
  const hash = await wallet.send(owner, approveCall(payment, allowance));
  report({ type: 'authorizeSent', hash });
  await Promise.all([settledByEffect(wallet.settled(hash, 'authorizationTimeout')), record(hash)]);
  // Some wallets let their owner change the number; a larger one is the owner's to take back first.
  const { allowanceMicro: given } = await wallet.holdings(owner);
  if (given < payment.amountMicro) throw new WalletFailure('allowanceCheckFailed');
  if (given > allowance) throw new WalletFailure('allowanceTooLarge');
  report({ type: 'authorized' });
}

/** Replaced or sped up in the wallet: what counts is the allowance that is read afterwards. */
async function settledByEffect(settled: Promise<void>): Promise<void> {
  try {
    await settled;
  } catch (error) {
    if (!(error instanceof WalletFailure) || error.problem !== 'replaced') throw error;
  }
}

/**
 * Waits until a payment is in a block. One that was replaced in the wallet is paid if the money has left the wallet, as
 * when it was sped up; otherwise fails with `replaced`. `usdtBefore`: what was there before it was sent.
 */
export async function settlePayment(
  { wallet, owner, payment }: Pick<PaymentAttempt, 'wallet' | 'owner' | 'payment'>,
  hash: string,
  usdtBefore: bigint,
): Promise<void> {
  try {
    await wallet.settled(hash, 'unconfirmed');
  } catch (error) {
    if (!(error instanceof WalletFailure) || error.problem !== 'replaced') throw error;
    const { usdtMicro } = await wallet.holdings(owner);
    if (usdtBefore - usdtMicro < payment.amountMicro) throw error;
  }
}

async function payTogether(paying: Authorizing, { allowanceMicro }: Holdings): Promise<string> {
  const { wallet, owner, payment, report, allowance, record } = paying;
  await record();
  const first = needsZeroFirst(wallet, allowanceMicro) ? [revokeCall(payment)] : [];
  const hash = await wallet.sendTogether(owner, [
    ...first,
    approveCall(payment, allowance),
    payCall(payment),
  ]);
  report({ type: 'paySent', hash });
  await record(hash);
  return hash;
}

/** Ethereum's Tether changes no allowance but from zero or to it. */
const needsZeroFirst = ({ network }: Wallet, allowanceMicro: bigint): boolean =>
  recordOf(network).token.approvesThroughZero && allowanceMicro > 0n;

/** The user agreed to pay from this address on this chain. */
async function checkAccount(wallet: Wallet, owner: Hex, payment: Payment): Promise<void> {
  const [address, chainId] = await Promise.all([wallet.currentAddress(), wallet.chainId()]);
  if (address === null) throw new WalletFailure('notConnected');
  if (address !== owner) throw new WalletFailure('walletChanged');
  if (chainId !== null && chainId !== payment.chainId) throw new WalletFailure('wrongNetwork');
}

function requireUsdt({ usdtMicro }: Holdings, { amountMicro }: Payment): void {
  if (usdtMicro < amountMicro) throw new WalletFailure('insufficientUsdt');
}

function requireCoin({ coin }: Holdings, fee: bigint): void {
  if (coin < fee) throw new WalletFailure('insufficientCoin');
}

/**
 * Must pass before any allowance: the code at the checkout's address equals, byte for byte, the published contract
 * with our token and treasury. Fails with wrongCheckout.
 */
async function checkCheckout(wallet: Pick<Wallet, 'checkoutCode'>, payment: Payment): Promise<void> {
  const expected = checkoutCode(payment.token, payment.treasury);
  if ((await wallet.checkoutCode()) !== expected) throw new WalletFailure('wrongCheckout');
}

/** Fees of both ways to pay in the coin's smallest unit; null if a way is not offered. */
export type Fees = { readonly transfer: bigint; readonly checkout: bigint | null };

/**
 * Estimates the fee of each way: by a trial run where possible, otherwise by usual values. A payment through the
 * checkout cannot be tried before its allowance exists.
 */
export async function quoteFees(
  wallet: Wallet,
  owner: Hex,
  payment: Payment,
  { allowance, holdings }: { allowance: Allowance | null; holdings: Holdings },
): Promise<Fees> {
  const tried = (call: ReturnType<typeof transferCall>) =>
    wallet.feeOf(owner, call).catch(() => wallet.usualFeeOf(call.kind));
  const checkout = async () => {
    if (payment.checkout === null || allowance === null) return null;
    if (holdings.allowanceMicro >= payment.amountMicro) return tried(payCall(payment));
    const [approve, pay] = await Promise.all([
      // An allowance that must be reset to zero first cannot be tried in one step.
      holdings.allowanceMicro === 0n
        ? tried(approveCall(payment, allowance))
        : twice(wallet.usualFeeOf('approve')),
      wallet.usualFeeOf('pay'),
    ]);
    return approve + pay;
  };
  const [transfer, through] = await Promise.all([tried(transferCall(payment)), checkout()]);
  return { transfer, checkout: through };
}

const twice = async (fee: Promise<bigint>): Promise<bigint> => 2n * (await fee);
