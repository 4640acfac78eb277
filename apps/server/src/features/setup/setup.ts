import {
  SKIPPABLE_STEPS,
  type Data,
  type SetupStep,
  SETUP_STEPS,
  type Network,
  type PaymentMethod,
  type Input,
} from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { countReadyApprovers } from '../approvals/index.ts';
import { pinnedToken } from '@portside/chain';
import { readNewestBackup } from '../../platform/backups.sql.ts';
import { readChainHealth } from '../deposits/index.ts';
import { findDocument } from '../documents/index.ts';
import { findUsablePaymentMethods } from '../payment-methods/index.ts';
import { readSanctionsDate } from '../wallets/index.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';

const SKIPPABLE: ReadonlySet<SetupStep> = new Set(SKIPPABLE_STEPS);

/** What is left to set up. The sandbox sets itself up, and a shop that had everything is past it: no steps. */
export async function readSetup(ctx: Ctx, countNodes: CountNodes): Promise<Data<'readSetup'>> {
  if (ctx.isSandbox || (await isCompleted(ctx.db))) return { steps: [] };
  const steps = await evaluateSetup(ctx, countNodes);
  return {
    steps: steps.map(({ step, state, networks }) => ({
      step,
      state,
      detail: networks.join(', '),
      can_skip: state !== 'done' && SKIPPABLE.has(step),
    })),
  };
}

/** How many nodes the process asks for a network. */
export type CountNodes = (network: Network) => number;

type StepState = {
  readonly step: SetupStep;
  readonly state: 'open' | 'done' | 'skipped';
  /** The networks that it is open for. */
  readonly networks: readonly Network[];
};

/** Two nodes must agree before anything is credited. */
const NODES_NEEDED = 2;

/** Every step, evaluated from the current state; none can be marked as done. */
export async function evaluateSetup(ctx: Ctx, countNodes: CountNodes): Promise<StepState[]> {
  const { db } = ctx;
  const methods = await findUsablePaymentMethods(ctx);
  const [skips, nodes, sanctions, isMailed, approvers, terms, isStocked, backup] = await Promise.all([
    db.selectFrom('setup_skips').select('step').execute(),
    listUnsafeNetworks(ctx, methods, countNodes),
    listUnscreened(ctx, methods),
    hasSentMail(db),
    countReadyApprovers(ctx, 'paymentMethod.write'),
    findDocument(db, 'terms'),
    hasProductInStock(db),
    readNewestBackup(db),
  ]);
  const isDone: Record<SetupStep, boolean> = {
    mail: isMailed,
    secondAdmin: approvers >= 2,
    paymentMethods: methods.length > 0,
    nodes: methods.length > 0 && nodes.length === 0,
    sanctions: methods.length > 0 && sanctions.length === 0,
    terms: terms !== undefined,
    product: isStocked,
    backup: backup !== undefined,
  };
  const open: Partial<Record<SetupStep, Network[]>> = { nodes, sanctions };
  return SETUP_STEPS.map((step) => ({
    step,
    state: isDone[step] ? 'done' : skips.some((one) => one.step === step) ? 'skipped' : 'open',
    networks: isDone[step] ? [] : (open[step] ?? []),
  }));
}

/** Networks with a payment method that have too few nodes, or one that fails, or whose nodes do not agree. */
async function listUnsafeNetworks(
  ctx: Ctx,
  methods: readonly PaymentMethod[],
  countNodes: CountNodes,
): Promise<Network[]> {
  const health = await readChainHealth(ctx, ctx.clock.now());
  return methods
    .map(({ type }) => type)
    .filter((type) => {
      const chain = health.find(({ network }) => network === type);
      const isSound = chain?.state === 'following' && chain.nodes.length === 0;
      return !isSound || countNodes(type) < NODES_NEEDED;
    });
}

/** Public networks with a payment method and without a sanctions list; none has addresses of a private chain. */
async function listUnscreened({ db }: Ctx, methods: readonly PaymentMethod[]): Promise<Network[]> {
  const screened = methods.filter(({ type, chain_id: chainId }) => pinnedToken(type, chainId) !== null);
  const dates = await Promise.all(
    screened.map(async ({ type }) => ({ type, date: await readSanctionsDate(db, type) })),
  );
  return dates.filter(({ date }) => date === null).map(({ type }) => type);
}

/** Calls a step not needed here, or takes that back. Repeated, it changes nothing. */
export async function skipSetupStep(ctx: Ctx, { params, body }: Input<'skipSetupStep'>): Promise<null> {
  const { userId } = requireUser(ctx.actor);
  const { step: name } = params;
  await inTransaction(ctx, async (step) => {
    const skip = { step: name, user_id: userId, skipped_at: step.clock.now() };
    const insert = step.db.insertInto('setup_skips').values(skip);
    const changed = body.skipped
      ? await insert
          .onConflict((conflict) => conflict.doNothing())
          .returning('step')
          .execute()
      : await step.db.deleteFrom('setup_skips').where('step', '=', name).returning('step').execute();
    if (changed.length === 0) return;
    const after = { skipped: body.skipped };
    await recordAudit(step, { action: 'setup.skip', subject: `setup:${name}`, after });
  });
  return null;
}

/** Remembers the moment at which no step was open. */
export async function completeSetup(ctx: Ctx, countNodes: CountNodes): Promise<{ more: boolean }> {
  if (ctx.isSandbox || (await isCompleted(ctx.db))) return { more: false };
  const steps = await evaluateSetup(ctx, countNodes);
  if (steps.some(({ state }) => state === 'open')) return { more: false };
  await ctx.db
    .insertInto('setup_completions')
    .values({ id: 1, completed_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { more: false };
}

const isCompleted = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('setup_completions').select('id').executeTakeFirst()) !== undefined;

/** Whether the set-up was finished once. A shop that has sold something is open too, whatever steps it left. */
export async function isShopOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from setup_completions) or exists (select from orders) as found`.execute(db);
  return rows[0]!.found;
}

/** Whether a mail server has taken any e-mail of the shop's. */
async function hasSentMail(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from mails where state = 'sent')
      or exists (select from audit_entries where action = 'mail.test' and after ->> 'problem' is null) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

/** Whether a product on sale has a free account. */
async function hasProductInStock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from stock_ranges range join goods on goods.id = range.goods_id
      where goods.on_sale and range.next_id < range.end_id) as found`.execute(db);
  return rows[0]!.found;
}

type SetupSkipsTable = { step: SetupStep; user_id: bigint | null; skipped_at: Date };

/** One row, once every step was done or skipped. */
type SetupCompletionsTable = { id: 1; completed_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    setup_skips: SetupSkipsTable;
    setup_completions: SetupCompletionsTable;
  }
}
