import { formatTxHash, recordOf, createNode, formatAddress, NodeError, parseTxHash } from '@portside/chain';
import { parseMicro, type Data, type Input, type Network } from '@portside/contract';
import { type Hex, formatUnits } from 'viem';
import { OutsideFailure, refuse } from '../../platform/refusal.ts';
import { requireSandbox, type SandboxAccess } from './read-sandbox.ts';
import type { Ctx } from '../../platform/context.ts';
import { isPayoutCall } from '../payouts/index.ts';
import { isOurCall, mayUseContracts } from '../sweeping/index.ts';
import { parseAddressField } from '../wallets/index.ts';

/** 100,000 USDT: more than any top-up, and enough for a hundred of them in the wallet. */
const MOST_MICRO = 100_000_000_000n;

/**
 * Sends test USDT on the local chain; the shop learns of it from the chain only. Refuses outside a sandbox (notFound),
 * a wrong address (invalidFormat) and an amount of zero or beyond the limit (amountOutOfRange).
 */
export async function sendSandboxTransfer(
  { body }: Input<'sendSandboxTransfer'>,
  port: SandboxAccess | null,
): Promise<Data<'sendSandboxTransfer'>> {
  const { devchain } = requireSandbox(port);
  const to = parseAddressField(body.type, body.to, 'to');
  const amountMicro = parseMicro(body.amount);
  if (amountMicro === 0n || amountMicro > MOST_MICRO) refuse('amountOutOfRange');
  const txHash = await devchain.sendUsdt(body.type, to, amountMicro).catch((error: unknown) => {
    throw new OutsideFailure('sending test USDT', error);
  });
  return { tx_hash: formatTxHash(body.type, txHash) };
}

/**
 * Signs a text as the sender of the test payments, so that claiming one can be tried without a wallet. Refuses outside a
 * sandbox (notFound).
 */
export async function signSandboxText(
  { body: { type, text } }: Input<'signSandboxText'>,
  port: SandboxAccess | null,
): Promise<Data<'signSandboxText'>> {
  const { devchain } = requireSandbox(port);
  const signature = await devchain.signText(type, text).catch((error: unknown) => {
    throw new OutsideFailure('signing with the test wallet', error);
  });
  return { signature };
}

/**
 * Gives a visitor's own wallet the local chain's coin for fees, so that it can pay there like on a public network.
 * Bounded by the balance that it raises to. Refuses outside a sandbox (notFound) and a wrong address (invalidFormat).
 */
export async function giveSandboxCoin(
  { body: { type, to } }: Input<'giveSandboxCoin'>,
  port: SandboxAccess | null,
): Promise<Data<'giveSandboxCoin'>> {
  const { devchain } = requireSandbox(port);
  const balance = await devchain.giveCoin(type, parseAddressField(type, to, 'to')).catch((error: unknown) => {
    throw new OutsideFailure('giving test coin', error);
  });
  const { name, decimals } = recordOf(type).coin;
  return { balance: formatUnits(balance, decimals), coin: name };
}

/*
 * The local chains' wallet in place of an operator's own, so that sweeping can be tried without an extension.
 * Its key is with the chains' process; a production has neither. It calls the shop's factories and deploys the published
 * contracts, nothing else. All refuse outside a sandbox (notFound) and people without the action (noPermission).
 */
const TIMEOUT_MS = 10_000;

/** The sandbox operator's wallet on a network, and its coins for fees. */
export async function readSandboxOperator(
  ctx: Ctx,
  { query: { type } }: Input<'readSandboxOperator'>,
  port: SandboxAccess | null,
): Promise<Data<'readSandboxOperator'>> {
  const { ask, wallet } = open(ctx, type, port);
  const balance = await ask<Hex>('eth_getBalance', wallet, 'latest');
  return { wallet_address: formatAddress(type, wallet), coin: coinOf(type, BigInt(balance)) };
}

/** Refuses a call of another contract (invalidFormat). One that would fail is answered as refused. */
export async function trySandboxCall(
  ctx: Ctx,
  { body }: Input<'trySandboxCall'>,
  port: SandboxAccess | null,
): Promise<Data<'trySandboxCall'>> {
  const { ask, wallet } = open(ctx, body.type, port);
  const { to, data } = await readCall(ctx, body);
  const call = { from: wallet, ...(to && { to }), data };
  try {
    const answer = await ask<Hex>('eth_call', call, 'latest');
    const [gas, price] = [await ask<Hex>('eth_estimateGas', call), await ask<Hex>('eth_gasPrice')];
    const fee = coinOf(body.type, BigInt(gas) * BigInt(price));
    // The answer of a deployment is the contract's whole code, which no caller needs.
    return { is_refused: false, fee, answer: to === null ? '0x' : answer };
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'rpc')
      return { is_refused: true, fee: '0', answer: '0x' };
    throw error;
  }
}

/** Refuses as `trySandboxCall`. */
export async function sendSandboxCall(
  ctx: Ctx,
  { body }: Input<'sendSandboxCall'>,
  port: SandboxAccess | null,
): Promise<Data<'sendSandboxCall'>> {
  const { devchain } = open(ctx, body.type, port);
  const { to, data } = await readCall(ctx, body);
  const hash = await devchain.sendCall(body.type, to, data).catch((error: unknown) => {
    throw new OutsideFailure('sending a call on a local chain', error);
  });
  return { tx_hash: formatTxHash(body.type, hash) };
}

/** Whether a transaction is in a block, its result, and the contract that it made. */
export async function readSandboxTransaction(
  ctx: Ctx,
  { params, query: { type } }: Input<'readSandboxTransaction'>,
  port: SandboxAccess | null,
): Promise<Data<'readSandboxTransaction'>> {
  const { ask } = open(ctx, type, port);
  const receipt = await ask<Receipt | null>('eth_getTransactionReceipt', parseTxHash(params.tx_hash));
  if (receipt === null) return { state: 'waiting', contract_address: null };
  const { status, contractAddress: made } = receipt;
  return {
    state: BigInt(status) === 1n ? 'done' : 'failed',
    contract_address: made ? formatAddress(type, made.toLowerCase() as Hex) : null,
  };
}

type Receipt = { readonly status: Hex; readonly contractAddress?: Hex | null };

const coinOf = (type: Network, units: bigint): string => formatUnits(units, recordOf(type).coin.decimals);

function open(ctx: Ctx, type: Network, port: SandboxAccess | null) {
  const { devchain } = requireSandbox(port);
  if (!mayUseContracts(ctx.actor)) refuse('noPermission', 'the wallet of the local chains');
  const { rpcUrl: url, sandboxWalletAddress: wallet } = devchain.chains[type];
  const node = createNode({ name: `local ${type}`, url, timeoutMs: TIMEOUT_MS });
  const ask = async <Answer>(method: string, ...params: readonly unknown[]): Promise<Answer> =>
    (await node.request(method, params)) as Answer;
  return { devchain, wallet, ask };
}

async function readCall(
  ctx: Ctx,
  { type, contract_address: contract, data: text }: Input<'sendSandboxCall'>['body'],
): Promise<{ to: Hex | null; data: Hex }> {
  const to = contract === undefined ? null : parseAddressField(type, contract, 'contract_address');
  const call = { to, data: text.toLowerCase() as Hex };
  const isOurs = (await isOurCall(ctx, type, call)) || (await isPayoutCall(ctx, type, call));
  if (!isOurs) refuse('invalidFormat', 'another contract');
  return call;
}
