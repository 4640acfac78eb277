import type { Hex } from 'viem';
import type { Log, Receipt } from './rpc-answers.ts';
import { PAID_TOPIC, TRANSFER_TOPIC, topicToAddress } from './topics.ts';
import { toMicro } from './units.ts';
import type { ChainTransfer, Quarantined, Watch } from './types.ts';

/** Ten million USDT: far above any top-up, so a larger figure is a broken or hostile answer. */
export const MAX_TRANSFER_MICRO = 10_000_000n * 1_000_000n;

/** Anybody can cause these at will, by transfers of nothing; the others cannot come of the token and an honest node. */
const HARMLESS = { zero: 'the amount is zero', own: 'sent by ourselves' } as const;

/** Whether a log was put aside for what needs no look. */
export const isHarmless = ({ reason }: Pick<Quarantined, 'reason'>): boolean =>
  Object.values<string>(HARMLESS).includes(reason);

export type TransferRules = Pick<Watch, 'token' | 'decimals' | 'treasuries' | 'checkouts'>;
export type ReceiptTransfers = {
  transfers: Omit<ChainTransfer, 'blockTime'>[];
  quarantined: Quarantined[];
};

/**
 * The rule by which a receipt's logs become money received.
 *
 * Only a Transfer log of the token counts, by its own amount: never calldata, return values or other events.
 * A transfer's identity is its place within its own receipt, because the block-wide log index moves when a
 * reorganisation puts the transaction elsewhere, and a second identity would be a second credit.
 */
export function readTransfers(receipt: Receipt, rules: TransferRules): ReceiptTransfers {
  const found: ReceiptTransfers = { transfers: [], quarantined: [] };
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  for (const [ordinal, log] of receipt.logs.entries()) {
    if (isPaid(log, rules)) labelTransfer(found.transfers, log);
    if (!concernsUs(log, rules)) continue;
    const read = receipt.status === 1 ? readTransfer(log, rules) : 'the transaction failed';
    if (typeof read === 'string') found.quarantined.push({ txHash, ordinal, blockNumber, reason: read });
    else found.transfers.push({ txHash, ordinal, blockNumber, blockHash, ...read, orderRef: null });
  }
  return found;
}

/** A Transfer of the token that names one of our wallets as recipient, well-formed or not. */
function concernsUs(log: Log, { token, treasuries }: Pick<TransferRules, 'token' | 'treasuries'>): boolean {
  if (log.address !== token || log.topics[0] !== TRANSFER_TOPIC) return false;
  // With fewer than three topics the recipient would stand in the data.
  const recipient = log.topics[2] ?? log.data;
  return treasuries.some((treasury) => recipient.includes(treasury.slice(2)));
}

function readTransfer(log: Log, { treasuries, decimals }: TransferRules) {
  const [, fromTopic, toTopic, extra] = log.topics;
  if (!fromTopic || !toTopic || extra) return 'a Transfer has three topics';
  const from = topicToAddress(fromTopic);
  const to = topicToAddress(toTopic);
  if (!from || !to || !treasuries.includes(to)) return 'a topic is not a clean address';
  if (treasuries.includes(from)) return HARMLESS.own;
  if (log.data.length !== 66) return 'the amount is not 32 bytes';
  const amountUnits = BigInt(log.data);
  if (amountUnits === 0n) return HARMLESS.zero;
  const amountMicro = toMicro(amountUnits, decimals);
  if (amountMicro > MAX_TRANSFER_MICRO) return 'the amount is beyond belief';
  return { from, to, amountUnits, amountMicro };
}

function isPaid(log: Log, { checkouts }: TransferRules): boolean {
  return (
    checkouts.includes(log.address) &&
    log.topics[0] === PAID_TOPIC &&
    log.topics.length === 3 &&
    log.data.length === 130
  );
}

/** Paid(orderRef, payer, amount, received) names the order of the transfer made just before it, nothing more. */
function labelTransfer(transfers: ReceiptTransfers['transfers'], paid: Log): void {
  const [, orderRef, payerTopic] = paid.topics;
  const payer = payerTopic && topicToAddress(payerTopic);
  const received = BigInt(`0x${paid.data.slice(66)}`);
  const labelled = transfers.findLast(
    ({ from, amountUnits, orderRef: taken }) => !taken && from === payer && amountUnits === received,
  );
  if (labelled) labelled.orderRef = orderRef as Hex;
}
