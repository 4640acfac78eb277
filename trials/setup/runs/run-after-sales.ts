import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { postAdjustment } from '../../../apps/server/src/features/ledger/index.ts';
import { placeOrder } from '../../../apps/server/src/features/orders/index.ts';
import { importStock } from '../../../apps/server/src/features/stock/index.ts';
import { inTransaction, type Ctx } from '../../../apps/server/src/platform/context.ts';
import { CRASH_POINTS, type CrashPoint } from '../../../apps/server/src/platform/crash-point.ts';
import { migrate } from '../../../apps/server/src/platform/db/migrate.ts';
import {
  buildAgent,
  buildBuyer,
  buildCategory,
  type TestBuyer,
} from '../../../apps/server/src/testing/build.ts';
import { idsAt } from '../../../apps/server/src/testing/sale.ts';
import { checkBooks } from '../checks/check-books.ts';
import { createRandom } from '../random.ts';
import {
  checkPaybacks,
  isPayback,
  openPaybacks,
  PAYBACK_STEPS,
  runPayback,
  type PaybackCall,
} from './payback-steps.ts';
import { runScript } from '../run-script.ts';
import { withShop, type Keys } from '../open-shop.ts';
import { createProduct, linesOf } from '../seed-shop.ts';
import { copyTables, openDatabases, type DatabaseKind, type Target } from '../target.ts';
import { createWarrantyClaim } from '../../../apps/server/src/features/orders/after-sales/warranty-claims.ts';
import { refundOrder } from '../../../apps/server/src/features/orders/after-sales/refund-order.ts';
import { replaceItems } from '../../../apps/server/src/features/orders/after-sales/replace-items.ts';
import { userActor } from '../../../apps/server/src/platform/actor.ts';
import { Refusal } from '../../../apps/server/src/platform/refusal.ts';

const SCRIPT = join(import.meta.dirname, 'after-sales-process.ts');
const STOCK = 200;
const QUANTITY = 4;
const RATE = 777;

type AfterSalesSummary = {
  readonly faults: readonly string[];
  /** Points at which the process did not die. */
  readonly missed: readonly string[];
  readonly kills: number;
};

type Plan = { readonly step: AfterSalesCall['step']; readonly point: CrashPoint };

/** Every crash point of after-sales with the step that passes it; a random one of each step where `isShare`. */
function makePlans({ isShare, seed, only = '' }: AfterSalesRun): Plan[] {
  const random = createRandom(seed);
  const wanted = new RegExp(`^(?:${only})`);
  return [...REMEDIES, ...PAYBACK_STEPS].flatMap((step) => {
    const points = CRASH_POINTS.filter((point) => point.startsWith(`${step}:`) && wanted.test(point));
    if (points.length === 0) return [];
    return (isShare ? [random.pick(points)] : points).map((point) => ({ step, point }));
  });
}

type AfterSalesRun = {
  readonly database: DatabaseKind;
  readonly seed: number;
  readonly isShare: boolean;
  /** Points that begin with one of these, separated by `|`. */
  readonly only?: string;
  readonly tell?: (line: string) => void;
};

/**
 * Kills a process at crash points of a claim, a replacement, a refund and a payback, and then repeats the call, as a client
 * without an answer does. The books must be correct after each and contain the step once.
 */
export async function runAfterSales(wanted: AfterSalesRun): Promise<AfterSalesSummary> {
  const { database, tell = () => undefined } = wanted;
  const databases = await openDatabases(database);
  const key = (): string => randomBytes(32).toString('base64');
  const keys: Keys = { credentials: key(), fingerprint: key() };
  const plans = makePlans(wanted);
  const summary = { faults: [] as string[], missed: [] as string[], kills: 0 };
  try {
    const target = await databases.fresh();
    await copyTables(target);
    const calls = await withShop(target, keys, (ctx) => openShop(ctx, plans));
    for (const [index, { point }] of plans.entries()) {
      const call = calls[index]!;
      if ((await killAt(point, target, keys, call)) === null) summary.kills += 1;
      else summary.missed.push(point);
      const faults = await withShop(target, keys, async (ctx) => [
        ...(await checkBooks(ctx.db)),
        ...(await repeat(ctx, call, point)),
        ...(await checkBooks(ctx.db)),
      ]);
      summary.faults.push(...faults.map((fault) => `${point}: ${fault}`));
      tell(`${point}: ${faults.length} faults`);
    }
    target.remove();
    return summary;
  } finally {
    databases.stop();
  }
}

/** Null if the process was killed, as it should be. */
function killAt(
  point: CrashPoint,
  { kind, dataDir, databaseUrl }: Target,
  keys: Keys,
  call: AfterSalesCall,
): Promise<string | null> {
  const order: AfterSalesOrder = { target: { kind, dataDir, databaseUrl }, keys, call, crashAt: point };
  return runScript(SCRIPT, order);
}

/** As a client without an answer does. */
async function repeat(ctx: Ctx, call: AfterSalesCall, point: CrashPoint): Promise<string[]> {
  const again = await runStep(ctx, call);
  const refused: Partial<Record<CrashPoint, string>> = {
    'claim: after commit': 'itemClaimed',
    // Whether it was paid since then, a person has to say.
    'payout start: after commit': 'payoutBegun',
  };
  const isOnce = again === 'done' || again === refused[point];
  return [...(isOnce ? [] : [`repeated, it is ${again}`]), ...(await checkPaybacks(ctx.db, call))];
}

/** The call of each plan, with a sale or a request of its own. */
async function openShop(ctx: Ctx, plans: readonly Plan[]): Promise<AfterSalesCall[]> {
  await migrate(ctx.db);
  const goodsId = await createProduct(ctx, await buildCategory(ctx, { en: 'Trial' }, 1), 1);
  const lines = linesOf('after-sales', STOCK);
  await importStock(ctx, { goodsId, gender: 'unspecified', note: 'after-sales', lines });
  const [agent, admin] = [await buildBuyer(ctx), await buildBuyer(ctx)];
  await buildAgent(ctx, {
    userId: agent.id,
    platformName: 'Quay',
    telegram: '',
    commissionBasisPoints: RATE,
  });
  const payBack = await openPaybacks(ctx, goodsId);
  const calls: AfterSalesCall[] = [];
  for (const { step } of plans) {
    if (isPayback(step)) {
      calls.push(await payBack(step));
      continue;
    }
    const sale = await sell(ctx, goodsId, agent.id);
    calls.push({ ...sale, step, userId: step === 'claim' ? sale.userId : admin.id.toString() });
  }
  return calls;
}

type Sale = Pick<RemedyCall, 'userId' | 'orderNo' | 'itemIds'>;

/** An order of the agent's buyer; half of its accounts are dead. */
async function sell(ctx: Ctx, goodsId: bigint, agentId: bigint): Promise<Sale> {
  const buyer: TestBuyer = await buildBuyer(ctx);
  const { db } = ctx;
  await db.updateTable('users').set({ agent_id: agentId }).where('id', '=', buyer.id).execute();
  const funds = { proposalId: buyer.id, userId: buyer.id, amountMicro: 1_000_000n };
  await inTransaction(ctx, (step) => postAdjustment(step, funds));
  const body = { goods_id: goodsId.toString(), quantity: QUANTITY, gender: 'random' } as const;
  const { order_no: orderNo } = await placeOrder(buyer.ctx, { body, idempotencyKey: buyer.email });
  return { userId: buyer.id.toString(), orderNo, itemIds: await idsAt(db, orderNo, [0, 2]) };
}

/** What `after-sales-process.ts` is called with. */
export type AfterSalesOrder = {
  readonly target: Pick<Target, 'kind' | 'dataDir' | 'databaseUrl'>;
  readonly keys: Keys;
  readonly call: AfterSalesCall;
  readonly crashAt: string;
};

const REMEDIES = ['claim', 'replacement', 'refund'] as const;

type AfterSalesCall = RemedyCall | PaybackCall;

type RemedyCall = {
  readonly step: (typeof REMEDIES)[number];
  /** The buyer or an admin. */
  readonly userId: string;
  readonly orderNo: string;
  readonly itemIds: readonly string[];
};

/** Runs an after-sales step as that person: "done", or the reason of the refusal. */
export async function runStep(ctx: Ctx, call: AfterSalesCall): Promise<string> {
  try {
    await ('orderNo' in call ? runRemedy(ctx, call) : runPayback(ctx, call));
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

async function runRemedy(ctx: Ctx, { step, userId, orderNo, itemIds }: RemedyCall): Promise<void> {
  const actions = new Set(['claim.settle', 'order.refund']);
  const rights = { isAdmin: true, actions, codeAt: ctx.clock.now() };
  const own = { ...ctx, actor: userActor(BigInt(userId), rights) };
  const input = { params: { order_no: orderNo }, body: { item_ids: [...itemIds], reason: 'dead' } };
  if (step === 'claim') await createWarrantyClaim(own, input);
  else await (step === 'refund' ? refundOrder(own, input) : replaceItems(own, input));
}
