import { pinnedToken } from '@portside/chain';
import type { AlarmKind, Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { AlarmCondition } from './alarm-condition.ts';
import { evaluateSecurity } from './evaluate-security.ts';
import { listOpenProposals, type ProposalRow } from '../approvals/index.ts';
import { countOpenLogs, listDepositDelays } from '../deposits/index.ts';
import { readTreasury } from '../treasury/index.ts';
import { readSanctionsDate } from '../wallets/index.ts';

/** The kinds that `evaluateAlarms` evaluates; the others belong to other jobs. */
export const EVALUATED_KINDS: readonly AlarmKind[] = [
  'addressProposed',
  'chainLate',
  'chainHalted',
  'logsQuarantined',
  'walletProblem',
  'booksOff',
  'notCovered',
  'sanctionsOld',
  'guessing',
  'adminChangeProposed',
  'ownerRecovered',
];

/** Shorter delays are shown to buyers but raise no alarm. */
const LATE_MINUTES = 10;
/** Wallet balances are read every ten minutes. */
const STALE_BALANCE_MS = 3_600_000;
/** An older sanctions list is out of date. */
const SANCTIONS_MAX_AGE_MS = 48 * 3_600_000;

/** Every condition of deposits, wallets and ledger that currently calls for an alarm. */
export async function evaluateAlarms(ctx: Ctx): Promise<AlarmCondition[]> {
  const now = ctx.clock.now();
  const [addresses, treasury, delays, logs] = await Promise.all([
    listOpenProposals(ctx.db, 'treasuryChangeApproved'),
    readTreasury(ctx),
    listDepositDelays(ctx),
    countOpenLogs(ctx.db),
  ]);
  const { chains } = treasury;
  const old = await Promise.all(
    chains
      // No sanctions list has addresses of a private chain.
      .filter(({ type, chain_id: chainId }) => pinnedToken(type, chainId) !== null)
      .map(async ({ type }) => ({ network: type, date: await readSanctionsDate(ctx.db, type) })),
  );
  return [
    ...addresses.map(proposedAddress),
    ...(await evaluateSecurity(ctx)),
    ...delays.items
      .filter(({ minutes }) => minutes >= LATE_MINUTES)
      .map(({ type }) =>
        condition('chainLate', type, chains.find((chain) => chain.type === type)?.detail ?? ''),
      ),
    ...chains
      .filter(({ state }) => state === 'halted')
      .map(({ type, detail }) => condition('chainHalted', type, detail)),
    ...logs.map(({ network, count, newest }) =>
      condition('logsQuarantined', network, `quarantined: ${count}, latest: ${newest}`),
    ),
    ...treasury.wallets
      .filter(({ problem, on_chain }) => problem !== null && on_chain !== null)
      .map(({ type, wallet_address, problem }) =>
        condition('walletProblem', type, `${wallet_address}: ${problem}`),
      ),
    ...treasury.wallets
      .filter(({ looked_at }) => now.getTime() - Date.parse(looked_at) > STALE_BALANCE_MS)
      .map(({ type, wallet_address, looked_at }) =>
        condition(
          'walletProblem',
          type,
          `${wallet_address}: no node has reported its balance since ${looked_at}`,
        ),
      ),
    ...treasury.books
      .filter(({ in_order }) => !in_order)
      .map(({ type, recorded, ledger }) =>
        condition('booksOff', type, `deposits ${recorded}, ledger ${ledger} USDT`),
      ),
    ...(treasury.is_covered || treasury.wallets.some(({ on_chain }) => on_chain === null)
      ? []
      : [condition('notCovered', null, `on chain ${treasury.on_chain}, owed ${treasury.owed} USDT`)]),
    ...old
      .filter(({ date }) => date === null || now.getTime() - date.getTime() > SANCTIONS_MAX_AGE_MS)
      .map(({ network, date }) =>
        condition(
          'sanctionsOld',
          network,
          date === null ? 'never imported' : `last updated ${date.toISOString()}`,
        ),
      ),
  ];
}

/** One condition for each proposal, so that a new proposal raises a new alarm. */
function proposedAddress({ id, terms, proposer, state, due_at: due }: ProposalRow): AlarmCondition {
  const parts = (['wallet', 'contract', 'checkout'] as const).flatMap((part) => {
    const [before, after] = [terms[`former_${part}_address`] ?? 'none', terms[`${part}_address`] ?? 'none'];
    return before === after ? [] : [`${part} ${before} -> ${after}`];
  });
  const when = due === null ? 'pending approval' : `takes effect ${due.toISOString()}`;
  const detail = `${proposer ?? 'someone'} proposed ${parts.join(', ')}; ${when} (${state}). Any admin can reject it.`;
  return { kind: 'addressProposed', network: terms['type'] as Network, detail, about: `proposal:${id}` };
}

const condition = (kind: AlarmKind, network: Network | null, detail: string): AlarmCondition => ({
  kind,
  network,
  detail,
});
