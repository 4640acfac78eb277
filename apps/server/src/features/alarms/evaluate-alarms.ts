import { pinnedToken } from '@portside/chain';
import type { AlarmKind, Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { listOpenProposals, type ProposalRow } from '../approvals/index.ts';
import { countOpenLogs, listDepositDelays } from '../deposits/index.ts';
import { readTreasury } from '../treasury/index.ts';
import { readSanctionsDate } from '../wallets/index.ts';

export type Trouble = {
  readonly kind: AlarmKind;
  readonly network: Network | null;
  readonly detail: string;
  /** Which one of several of the kind it is. */
  readonly about?: string;
};

/** What `evaluateAlarms` looks for; another kind is some other job's. */
export const WATCHED: readonly AlarmKind[] = [
  'addressProposed',
  'chainLate',
  'chainHalted',
  'logsQuarantined',
  'walletProblem',
  'booksOff',
  'notCovered',
  'sanctionsOld',
];

/** Shorter is shown to buyers, but wakes nobody. */
const LATE_MINUTES = 10;
/** Wallets are looked at every ten minutes. */
const UNSEEN_MS = 3_600_000;
/** A list of sanctions that is older misses too much. */
const SANCTIONS_MS = 48 * 3_600_000;

/** Everything that is wrong with the money's way at this moment. */
export async function evaluateAlarms(ctx: Ctx): Promise<Trouble[]> {
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
      // A private chain has nobody on such a list.
      .filter(({ type, chain_id: chainId }) => pinnedToken(type, chainId) !== null)
      .map(async ({ type }) => ({ network: type, date: await readSanctionsDate(ctx.db, type) })),
  );
  return [
    ...addresses.map(addressTrouble),
    ...delays.items
      .filter(({ minutes }) => minutes >= LATE_MINUTES)
      .map(({ type }) =>
        trouble('chainLate', type, chains.find((chain) => chain.type === type)?.detail ?? ''),
      ),
    ...chains
      .filter(({ state }) => state === 'halted')
      .map(({ type, detail }) => trouble('chainHalted', type, detail)),
    ...logs.map(({ network, count, newest }) =>
      trouble('logsQuarantined', network, `quarantined: ${count}, latest: ${newest}`),
    ),
    ...treasury.wallets
      .filter(({ problem, on_chain }) => problem !== null && on_chain !== null)
      .map(({ type, wallet_address, problem }) =>
        trouble('walletProblem', type, `${wallet_address}: ${problem}`),
      ),
    ...treasury.wallets
      .filter(({ looked_at }) => now.getTime() - Date.parse(looked_at) > UNSEEN_MS)
      .map(({ type, wallet_address, looked_at }) =>
        trouble(
          'walletProblem',
          type,
          `${wallet_address}: no node has reported its balance since ${looked_at}`,
        ),
      ),
    ...treasury.books
      .filter(({ in_order }) => !in_order)
      .map(({ type, recorded, ledger }) =>
        trouble('booksOff', type, `deposits ${recorded}, ledger ${ledger} USDT`),
      ),
    ...(treasury.is_covered || treasury.wallets.some(({ on_chain }) => on_chain === null)
      ? []
      : [trouble('notCovered', null, `on chain ${treasury.on_chain}, owed ${treasury.owed} USDT`)]),
    ...old
      .filter(({ date }) => date === null || now.getTime() - date.getTime() > SANCTIONS_MS)
      .map(({ network, date }) =>
        trouble(
          'sanctionsOld',
          network,
          date === null ? 'never imported' : `last updated ${date.toISOString()}`,
        ),
      ),
  ];
}

/** Each proposal is one of its own: who takes one back and makes another is told of again. */
function addressTrouble({ id, terms, proposer, state, due_at: due }: ProposalRow): Trouble {
  const parts = (['wallet', 'contract', 'checkout'] as const).flatMap((part) => {
    const [before, after] = [terms[`former_${part}_address`] ?? 'none', terms[`${part}_address`] ?? 'none'];
    return before === after ? [] : [`${part} ${before} -> ${after}`];
  });
  const when = due === null ? 'pending approval' : `takes effect ${due.toISOString()}`;
  const detail = `${proposer ?? 'someone'} proposed ${parts.join(', ')}; ${when} (${state}). Any admin can reject it.`;
  return { kind: 'addressProposed', network: terms['type'] as Network, detail, about: `proposal:${id}` };
}

const trouble = (kind: AlarmKind, network: Network | null, detail: string): Trouble => ({
  kind,
  network,
  detail,
});
