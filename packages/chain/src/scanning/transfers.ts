import { formatUnits, type Hex } from 'viem';
import type { Log, Receipt } from '../nodes/rpc.ts';
import { isRecipient, mentionsAddress, PAID_TOPIC, TRANSFER_TOPIC, topicToAddress } from './topics.ts';
import { toMicro } from '../token/units.ts';
import type { LogFinding, ChainTransfer, Quarantined, Watch } from '../types.ts';

/** Ten million USDT, far above any top-up: a larger amount means a broken or malicious node. */
export const MAX_TRANSFER_MICRO = 10_000_000n * 1_000_000n;

/**
 * Anyone can cause these at will with zero-amount transfers; the other reasons never occur with the real token and an
 * honest node.
 */
const BENIGN_CODES: ReadonlySet<LogFinding['code']> = new Set(['logZero', 'logOwn'] as const);

/** Whether a log was quarantined for a reason that needs no review. */
export const isBenign = ({ reason }: Pick<Quarantined, 'reason'>): boolean => BENIGN_CODES.has(reason.code);

/** Whether a log is a payment sent to the checkout contract itself, which can never pay it out. */
export const isSentToCheckout = ({ reason }: Pick<Quarantined, 'reason'>): boolean =>
  reason.code === 'logToCheckout';

type TransferRules = Pick<Watch, 'token' | 'decimals' | 'treasuries' | 'checkouts' | 'addresses'>;
type ReceiptTransfers = {
  transfers: Omit<ChainTransfer, 'blockTime'>[];
  quarantined: Quarantined[];
};

/**
 * Reads the transfers to our wallets from a receipt.
 *
 * Only a Transfer log of the token counts, with the amount of the log: never calldata, return values or other
 * events. A transfer is identified by its position within the receipt. The block-wide log index changes when a
 * reorganisation moves the transaction, and a second identity would be a second credit.
 */
export function readTransfers(receipt: Receipt, rules: TransferRules): ReceiptTransfers {
  const found: ReceiptTransfers = { transfers: [], quarantined: [] };
  const { transactionHash: txHash, blockNumber, blockHash } = receipt;
  for (const [ordinal, log] of receipt.logs.entries()) {
    if (isPaid(log, rules)) labelTransfer(found.transfers, log, rules);
    const lost = receipt.status === 1 ? readLost(log, rules) : null;
    if (lost !== null) found.quarantined.push({ txHash, ordinal, blockNumber, reason: lost });
    if (!isToUs(log, rules)) continue;
    const read = receipt.status === 1 ? readTransfer(log, rules) : broken('logFailed');
    if ('code' in read) found.quarantined.push({ txHash, ordinal, blockNumber, reason: read });
    else found.transfers.push({ txHash, ordinal, blockNumber, blockHash, ...read, orderRef: null });
  }
  return found;
}

/** A Transfer of the token with one of our wallets or addresses as recipient, well-formed or not. */
function isToUs(log: Log, { token, treasuries, addresses = [] }: TransferRules): boolean {
  if (log.address !== token || log.topics[0] !== TRANSFER_TOPIC) return false;
  // With fewer than three topics the recipient would be in the data.
  const recipient = log.topics[2] ?? log.data;
  const isToTreasury = treasuries.some((treasury) => recipient.includes(treasury.slice(2)));
  return isToTreasury || mentionsAddress(recipient, addresses);
}

type Broken = Exclude<LogFinding['code'], 'logToCheckout' | 'logReceiptUnread'>;
const broken = (code: Broken): LogFinding => ({ code, facts: {} });

function readTransfer(log: Log, rules: TransferRules) {
  const { treasuries, decimals } = rules;
  const [, fromTopic, toTopic, extra] = log.topics;
  if (!fromTopic || !toTopic || extra) return broken('logTopics');
  const from = topicToAddress(fromTopic);
  const to = topicToAddress(toTopic);
  if (!from || !to || !isOurs(to, rules)) return broken('logAddress');
  // Nor is it a payment to a buyer's address, but whoever records it must know that the money is there.
  if (treasuries.includes(from) && treasuries.includes(to)) return broken('logOwn');
  if (log.data.length !== 66) return broken('logAmount');
  const amountUnits = BigInt(log.data);
  if (amountUnits === 0n) return broken('logZero');
  const amountMicro = toMicro(amountUnits, decimals);
  if (amountMicro > MAX_TRANSFER_MICRO) return broken('logTooLarge');
  return { from, to, amountUnits, amountMicro };
}

const isOurs = (to: Hex, { treasuries, addresses = [] }: TransferRules): boolean =>
  treasuries.includes(to) || isRecipient(to, addresses);

/** The amount sent to a checkout contract, as a reason; null for any other log and for zero. */
function readLost(log: Log, { token, checkouts, decimals }: TransferRules): LogFinding | null {
  const [event, fromTopic, toTopic] = log.topics;
  if (log.address !== token || event !== TRANSFER_TOPIC || !fromTopic || !toTopic) return null;
  const to = topicToAddress(toTopic);
  if (!to || !checkouts.includes(to) || log.data.length !== 66 || BigInt(log.data) === 0n) return null;
  const from = topicToAddress(fromTopic) ?? fromTopic;
  return { code: 'logToCheckout', facts: { amount: formatUnits(BigInt(log.data), decimals), from } };
}

/**
 * Puts aside the logs of a transaction whose receipt cannot be read, each recipient's together: different readers read
 * different recipients. Positions in the transaction are unknown, those in the block are known: `ordinal` is below zero.
 */
export const putAside = (logs: readonly Log[], decimals: number): Quarantined[] =>
  [...Map.groupBy(logs, ({ topics }) => topics[2]).values()].map((own) => {
    const { transactionHash: txHash, blockNumber, logIndex } = own[0]!;
    const units = own.reduce((sum, { data }) => sum + (data.length === 66 ? BigInt(data) : 0n), 0n);
    const reason: LogFinding = { code: 'logReceiptUnread', facts: { amount: formatUnits(units, decimals) } };
    return { txHash, ordinal: -1 - logIndex, blockNumber, reason };
  });

function isPaid(log: Log, { checkouts }: TransferRules): boolean {
  return (
    checkouts.includes(log.address) &&
    log.topics[0] === PAID_TOPIC &&
    log.topics.length === 3 &&
    log.data.length === 130
  );
}

/**
 * Paid(orderRef, payer, amount, received) only labels the payer's preceding transfer of that amount with its order. A
 * checkout pays to a wallet; what goes to a buyer's own address is never labelled, whether that is read now or later.
 */
function labelTransfer(
  transfers: ReceiptTransfers['transfers'],
  paid: Log,
  { treasuries }: TransferRules,
): void {
  const [, orderRef, payerTopic] = paid.topics;
  const payer = payerTopic && topicToAddress(payerTopic);
  const received = BigInt(`0x${paid.data.slice(66)}`);
  const labelled = transfers.findLast(
    ({ from, to, amountUnits, orderRef: taken }) =>
      !taken && from === payer && amountUnits === received && treasuries.includes(to),
  );
  if (labelled) labelled.orderRef = orderRef as Hex;
}

/** The data of a call of a token that transfers so many of its units. */
export const transferCall = (to: Hex, units: bigint): Hex =>
  `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
