import { pinnedToken } from '@portside/chain';
import {
  textIn,
  type AlarmKind,
  type Chain,
  type Data,
  type Finding,
  type Network,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { condition, type AlarmCondition, SHOWN_MS } from './alarm-condition.ts';
import {
  evaluateAddresses,
  proposedAddress,
  evaluateSecurity,
  evaluateImports,
} from './evaluate-security.ts';
import { evaluateLate, LATE_MINUTES, evaluateShort } from './evaluate-deposits.ts';
import { listOpenProposals, listForgedProposals } from '../approvals/index.ts';
import { countOpenLogs, listLostDeposits } from '../deposits/index.ts';
import { listLowGoods } from '../goods/index.ts';
import { listSealFaults } from '../payment-methods/index.ts';
import { readTreasury, type SumInflow } from '../treasury/index.ts';
import { listFetches, readSanctionsDate } from '../wallets/index.ts';
import { readImageBytes } from '../../platform/uploads/uploads.sql.ts';
import { BYTES_PER_MB, MOST_IMAGE_BYTES } from '../../platform/uploads/read-image.ts';
import { MINUTE_MS, utcDay } from '../../platform/clock.ts';
import { readHeldMails } from '../../platform/mail/outbox.sql.ts';
import { findSharedAddress } from '../sessions/index.ts';
import { readSetting } from '../settings/index.ts';
import { listSubjectsOf } from '../../platform/audit/audit.sql.ts';

/** The kinds that `evaluateAlarms` evaluates; the others belong to other jobs. */
export const EVALUATED_KINDS: readonly AlarmKind[] = [
  'sealBroken',
  'addressProposed',
  'lookAlikeProposed',
  'addressChanged',
  'recordsForged',
  'balancesProposed',
  'balancesImported',
  'chainLate',
  'chainHalted',
  'sentToCheckout',
  'nodesDisagree',
  'nodeFailing',
  'logsQuarantined',
  'walletProblem',
  'addressesShort',
  'booksOff',
  'notCovered',
  'imagesUsedUp',
  'stockLow',
  'mailHeld',
  'sharedAddress',
  'sanctionsRefused',
  'sanctionsOld',
  'guessing',
  'adminChangeProposed',
  'ownerRecovered',
];

/** Wallet balances are read every ten minutes. */
const STALE_BALANCE_MS = 3_600_000;
/** An older sanctions list is out of date. */
const SANCTIONS_MAX_AGE_MS = 48 * 3_600_000;

/** Open top-ups of a network that have foreign addresses, or were written outside the shop. */
export type AddressFault = {
  readonly kind: Extract<AlarmKind, 'sealBroken' | 'recordsForged'>;
  readonly network: Network;
  readonly fault: Finding;
};

/**
 * Every condition of deposits, wallets and ledger that currently calls for an alarm. `redirected` are the networks with
 * open top-ups to foreign addresses, or with forged ones, which a higher feature knows; another adds up the inflow.
 * `scannersSince`: since when the scanners are to run; unknown counts as long ago.
 */
export async function evaluateAlarms(
  ctx: Ctx,
  redirected: readonly AddressFault[] = [],
  sumInflow?: SumInflow,
  scannersSince?: Date,
): Promise<AlarmCondition[]> {
  const now = ctx.clock.now();
  const [seals, addresses, treasury, logs, lost] = await Promise.all([
    listSealFaults(ctx),
    listOpenProposals(ctx.db, 'treasuryChangeApproved'),
    readTreasury(ctx, sumInflow),
    countOpenLogs(ctx.db),
    listLostDeposits(ctx.db),
  ]);
  const { chains } = treasury;
  return [
    ...seals.map(({ network, fault }) => condition('sealBroken', network, [fault])),
    // Without a right seal no top-up's addresses are the shop's.
    ...redirected
      .filter((one) => one.kind !== 'sealBroken' || !seals.some(({ network }) => network === one.network))
      .map(({ kind, network, fault }) => condition(kind, network, [fault], 'recharges')),
    ...addresses.map(proposedAddress),
    ...(await evaluateAddresses(ctx)),
    ...(await evaluateForged(ctx)),
    ...(await evaluateImports(ctx)),
    ...(await evaluateSecurity(ctx)),
    ...(await evaluateLate(ctx, chains, scannersSince)),
    ...chains
      .filter(({ state }) => state === 'halted')
      .map(({ type, reasons }) => condition('chainHalted', type, reasons)),
    ...chains.flatMap((chain) => troubledNodes(chain, now)),
    ...logs.map(({ network, lost: isLost, count, newest }) =>
      isLost
        ? condition('sentToCheckout', network, [{ code: 'paymentsToCheckout', facts: { count } }, newest])
        : condition('logsQuarantined', network, [{ code: 'logsQuarantined', facts: { count } }, newest]),
    ),
    ...treasury.wallets.flatMap((wallet) => troubledWallet(wallet, now)),
    ...(await evaluateShort(ctx)),
    ...treasury.books
      .filter(({ in_order }) => !in_order)
      .map(({ type, recorded, ledger }) =>
        condition('booksOff', type, [{ code: 'booksDiffer', facts: { deposits: recorded, ledger } }]),
      ),
    ...lost.map(({ network, count }) =>
      condition('booksOff', network, [{ code: 'depositsLost', facts: { count } }], 'lost'),
    ),
    ...(treasury.is_covered || treasury.wallets.some(({ on_chain }) => on_chain === null)
      ? []
      : [
          condition('notCovered', null, [
            { code: 'lessThanOwed', facts: { onChain: treasury.on_chain, owed: treasury.owed } },
          ]),
        ]),
    ...(await evaluateSanctions(ctx, chains)),
    ...(await evaluateImages(ctx)),
    ...(await evaluateStock(ctx)),
    ...(await evaluateMails(ctx)),
    ...(await evaluateVisitors(ctx)),
  ];
}

const notRead = (problem: string | null): Finding[] =>
  problem === null ? [] : [{ code: 'sanctionsNotRead', facts: { problem } }];

/** Lists that are missing or old, and lists that were read and could not be believed. */
async function evaluateSanctions({ db, clock }: Ctx, chains: readonly Chain[]): Promise<AlarmCondition[]> {
  const fetches = await listFetches(db);
  // No sanctions list has addresses of a private chain.
  const screened = chains.filter(({ type, chain_id: chainId }) => pinnedToken(type, chainId) !== null);
  const dates = await Promise.all(
    screened.map(async ({ type }) => ({ network: type, date: await readSanctionsDate(db, type) })),
  );
  const isOld = (date: Date | null): boolean =>
    date === null || clock.now().getTime() - date.getTime() > SANCTIONS_MAX_AGE_MS;
  return [
    ...fetches
      .filter((fetch) => fetch.is_refused)
      .map(({ network, problem }) => condition('sanctionsRefused', network, notRead(problem))),
    ...dates
      .filter(({ date }) => isOld(date))
      .map(({ network, date }) => {
        const age =
          date === null
            ? { code: 'sanctionsMissing' as const, facts: {} }
            : { code: 'sanctionsUpdated' as const, facts: { at: date.toISOString() } };
        const problem = fetches.find((fetch) => fetch.network === network)?.problem ?? null;
        return condition('sanctionsOld', network, [age, ...notRead(problem)]);
      }),
  ];
}

type Treasury = Data<'readTreasury'>;

/** A wallet that the token refuses, and one whose balance no node has reported for long. */
function troubledWallet(
  { type, wallet_address: address, problem, on_chain, looked_at: since }: Treasury['wallets'][number],
  now: Date,
): AlarmCondition[] {
  const wallet: Finding = { code: 'wallet', facts: { address } };
  const isStale = now.getTime() - Date.parse(since) > STALE_BALANCE_MS;
  return [
    ...(problem !== null && on_chain !== null ? [condition('walletProblem', type, [wallet, problem])] : []),
    ...(isStale
      ? [condition('walletProblem', type, [wallet, { code: 'walletNotRead', facts: { since } }])]
      : []),
  ];
}

/** What has lasted: a passing disagreement or a missed call of one node needs no one. */
function troubledNodes(
  { type, state, state_since: since, reasons, nodes }: Chain,
  now: Date,
): AlarmCondition[] {
  const hasLasted = (from: string | null): boolean =>
    from !== null && now.getTime() - Date.parse(from) >= LATE_MINUTES * 60_000;
  return [
    ...(state === 'disagreeing' && hasLasted(since) ? [condition('nodesDisagree', type, reasons)] : []),
    ...nodes
      .filter((node) => hasLasted(node.since))
      .map(({ name, problem }) => condition('nodeFailing', type, [problem], name)),
  ];
}

/**
 * Whether buyers can send no more images today: less is left of the day's limit than one image may need. Ends with the
 * day (UTC).
 */
async function evaluateImages({ db, clock }: Ctx): Promise<AlarmCondition[]> {
  const [limit, taken] = [
    await readSetting(db, 'imageMbPerShop'),
    await readImageBytes(db, utcDay(clock.now())),
  ];
  if (Number(taken) <= limit * BYTES_PER_MB - MOST_IMAGE_BYTES || taken === 0n) return [];
  return [condition('imagesUsedUp', null, [{ code: 'imagesUsedUp', facts: { limit } }])];
}

/** Products whose stock is low by the rules that operators gave them, each an alarm of its own. */
async function evaluateStock({ db }: Ctx): Promise<AlarmCondition[]> {
  return (await listLowGoods(db)).map(({ id, name, left }) =>
    condition(
      'stockLow',
      null,
      [{ code: 'stockLow', facts: { product: textIn(name, 'en'), left } }],
      `goods:${id}`,
    ),
  );
}

/** A shorter failure needs no one: the next try is a minute later. */
const MAIL_HELD_MS = MINUTE_MS;

/** Whether the mail server takes no mail of the shop, whoever it is for. */
async function evaluateMails({ db, clock }: Ctx): Promise<AlarmCondition[]> {
  const { count, since, answer } = await readHeldMails(db);
  if (since === null || clock.now().getTime() - since.getTime() < MAIL_HELD_MS) return [];
  const facts = { count, since: since.toISOString(), answer: answer ?? '' };
  return [condition('mailHeld', null, [{ code: 'mailsHeld', facts }])];
}

/** Whether visitors are told apart. Those of a sandbox all are on its own machine. */
async function evaluateVisitors({ db, isSandbox }: Ctx): Promise<AlarmCondition[]> {
  const shared = isSandbox ? null : await findSharedAddress(db);
  return shared === null
    ? []
    : [condition('sharedAddress', null, [{ code: 'usersShareAddress', facts: shared }])];
}

/** Records that somebody without the keys has written, each an alarm of its own. */
async function evaluateForged(ctx: Ctx): Promise<AlarmCondition[]> {
  const since = new Date(ctx.clock.now().getTime() - SHOWN_MS);
  const proposals = await listForgedProposals(ctx, since);
  const dropped = await listSubjectsOf(ctx.db, 'records.drop', since);
  return [
    ...proposals.map(({ id, subject: on }) =>
      condition(
        'recordsForged',
        null,
        [{ code: 'proposalForged', facts: { number: Number(id), on } }],
        `proposal:${id}`,
      ),
    ),
    ...dropped.map((subject) =>
      condition('recordsForged', null, [{ code: 'assetForged', facts: { name: nameIn(subject) } }], subject),
    ),
  ];
}

const nameIn = (subject: string): string => subject.slice(subject.indexOf(':') + 1);
