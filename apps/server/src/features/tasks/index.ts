/**
 * Owns the list of tasks that wait for a person. Stores nothing: each feature counts its own.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { ALARM_KINDS, type Data, type TaskKind } from '@portside/contract';
import { holdsAction, requireAdmin } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Backlog } from '../../platform/backlog.ts';
import { listActiveAlarms } from '../alarms/index.ts';
import { countPendingProposals } from '../approvals/index.ts';
import { countOpenNamedPayments, countUndecidedDeposits } from '../deposits/index.ts';
import { countLowStock } from '../goods/index.ts';
import { countOpenWarrantyClaims, countUndelivered } from '../orders/index.ts';
import { countWaitingPayouts } from '../payouts/index.ts';
import { countOpenReports } from '../reports/index.ts';
import { loadSettings } from '../settings/index.ts';
import { countDeadOnSale } from '../checker/index.ts';
import { countHeldLines, countWaitingImports } from '../stock/index.ts';
import { findUnansweredConversations } from '../support/index.ts';

export const tasksRoutes = { readTasks } satisfies Partial<Routes>;

const WEEK_MS = 7 * DAY_MS;

type Source = {
  readonly kind: TaskKind;
  /** The permission needed to see it; absent: every admin sees it. */
  readonly action?: string;
  readonly count: (ctx: Ctx) => Promise<Backlog | null>;
};

/** In the order in which they are shown. */
const sources: readonly Source[] = [
  { kind: 'proposals', count: countPendingProposals },
  {
    kind: 'unmatchedDeposits',
    action: 'deposit.read',
    count: async ({ db }) => {
      const { depositDisplayMinimumMicro } = await loadSettings(db);
      return countUndecidedDeposits(db, 'unmatched', depositDisplayMinimumMicro);
    },
  },
  {
    kind: 'heldDeposits',
    action: 'deposit.read',
    count: ({ db }) => countUndecidedDeposits(db, 'held', 0n),
  },
  { kind: 'namedPayments', action: 'deposit.read', count: ({ db }) => countOpenNamedPayments(db) },
  { kind: 'claims', action: 'claim.read', count: ({ db }) => countOpenWarrantyClaims(db) },
  { kind: 'payouts', action: 'agent.payout', count: ({ db }) => countWaitingPayouts(db) },
  { kind: 'conversations', action: 'support.read', count: ({ db }) => findUnansweredConversations(db) },
  { kind: 'reports', action: 'report.read', count: ({ db }) => countOpenReports(db) },
  {
    kind: 'failedMails',
    action: 'order.read',
    count: ({ db, clock }) => countUndelivered(db, new Date(clock.now().getTime() - WEEK_MS)),
  },
  { kind: 'lowStock', action: 'stock.read', count: ({ db }) => countLowStock(db) },
  { kind: 'heldLines', action: 'stock.import', count: ({ db }) => countHeldLines(db) },
  { kind: 'deadStock', action: 'settings.read', count: ({ db }) => countDeadOnSale(db) },
  { kind: 'waitingImports', action: 'stock.import', count: ({ db }) => countWaitingImports(db) },
];

/** Active alarms, and the tasks that the caller can work on. */
async function readTasks(ctx: Ctx): Promise<Data<'readTasks'>> {
  const { db, actor } = ctx;
  requireAdmin(actor);
  const mine = sources.filter(({ action }) => action === undefined || holdsAction(actor, action));
  const counts = await Promise.all(mine.map(async ({ kind, count }) => ({ kind, found: await count(ctx) })));
  const alarms = holdsAction(actor, 'statistics.read') ? await listActiveAlarms(db) : [];
  return {
    alarms: alarms
      .toSorted((one, other) => ALARM_KINDS.indexOf(one.kind) - ALARM_KINDS.indexOf(other.kind))
      .map(({ kind, network, findings, began_at }) => ({
        kind,
        type: network,
        findings: [...findings],
        since: began_at.toISOString(),
      })),
    tasks: counts.flatMap(({ kind, found }) =>
      found ? [{ kind, count: found.count, since: found.since.toISOString() }] : [],
    ),
  };
}
