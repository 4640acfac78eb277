import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { adjustBalance } from '../../../apps/server/src/features/ledger/index.ts';
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
import { idsAt } from '../../../apps/server/src/testing/sold-items.ts';
import { checkBooks } from '../checks/check-books.ts';
import type { AfterSalesStep, AfterSalesCall } from './after-sales-process.ts';
import { withShop, type Keys } from '../open-shop.ts';
import { createProduct, linesOf } from '../seed-shop.ts';
import { copyTables, openDatabases, type DatabaseKind, type Target } from '../target.ts';

const SCRIPT = join(import.meta.dirname, 'after-sales-process.ts');
const STOCK = 200;
const QUANTITY = 4;
const RATE = 777;
const STEPS: readonly AfterSalesStep[] = ['claim', 'replacement', 'refund'];

export type AfterSalesSummary = {
  readonly faults: readonly string[];
  /** Points at which the process did not die. */
  readonly missed: readonly string[];
  readonly kills: number;
};

/** The step that passes each crash point of after-sales. */
const PLANS: readonly { readonly step: AfterSalesStep; readonly point: CrashPoint }[] = STEPS.flatMap(
  (step) => CRASH_POINTS.filter((point) => point.startsWith(`${step}:`)).map((point) => ({ step, point })),
);

/**
 * Kills a process at every crash point of a claim, a replacement and a refund, and then repeats the call, as a client
 * without an answer does. The books must be correct after each and contain the step once.
 */
export async function runAfterSales(database: DatabaseKind): Promise<AfterSalesSummary> {
  const databases = await openDatabases(database);
  const key = (): string => randomBytes(32).toString('base64');
  const keys: Keys = { credentials: key(), fingerprint: key() };
  const summary = { faults: [] as string[], missed: [] as string[], kills: 0 };
  try {
    const target = await databases.fresh();
    await copyTables(target);
    const { adminId, sales } = await withShop(target, keys, openShop);
    for (const [index, { step, point }] of PLANS.entries()) {
      const sale = sales[index]!;
      const wanted = { ...sale, step, userId: step === 'claim' ? sale.userId : adminId };
      if ((await run(target, keys, { ...wanted, crashAt: point })) === null) summary.kills += 1;
      else summary.missed.push(point);
      summary.faults.push(...(await look(target, keys, point)));
      const again = await run(target, keys, { ...wanted, crashAt: null });
      const isOnce = again === 'done' || (again === 'itemClaimed' && point === 'claim: after commit');
      if (!isOnce) summary.faults.push(`${point}: asked again it is ${again}`);
    }
    summary.faults.push(...(await look(target, keys, 'at the end')));
    target.remove();
    return summary;
  } finally {
    databases.stop();
  }
}

/** A sale for each plan. */
type Shop = { readonly adminId: string; readonly sales: readonly Sale[] };

async function openShop(ctx: Ctx): Promise<Shop> {
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
  const sales: Sale[] = [];
  while (sales.length < PLANS.length) sales.push(await sell(ctx, goodsId, agent.id));
  return { adminId: admin.id.toString(), sales };
}

type Sale = Pick<AfterSalesCall, 'userId' | 'orderNo' | 'itemIds'>;

/** An order of the agent's buyer; half of its accounts are dead. */
async function sell(ctx: Ctx, goodsId: bigint, agentId: bigint): Promise<Sale> {
  const buyer: TestBuyer = await buildBuyer(ctx);
  const { db } = ctx;
  await db.updateTable('users').set({ agent_id: agentId }).where('id', '=', buyer.id).execute();
  const funds = { proposalId: buyer.id, userId: buyer.id, amountMicro: 1_000_000n };
  await inTransaction(ctx, (step) => adjustBalance(step, funds));
  const body = { goods_id: goodsId.toString(), quantity: QUANTITY, gender: 'random' } as const;
  const { order_no: orderNo } = await placeOrder(buyer.ctx, { body, idempotencyKey: buyer.email });
  return { userId: buyer.id.toString(), orderNo, itemIds: await idsAt(db, orderNo, [0, 2]) };
}

const look = async (target: Target, keys: Keys, when: string): Promise<string[]> =>
  (await withShop(target, keys, ({ db }) => checkBooks(db))).map((fault) => `${when}: ${fault}`);

/** The outcome; null if the process was killed. */
function run(
  { kind, dataDir, databaseUrl }: Target,
  keys: Keys,
  wanted: Omit<AfterSalesCall, 'target' | 'keys'>,
): Promise<string | null> {
  const input: AfterSalesCall = { target: { kind, dataDir, databaseUrl }, keys, ...wanted };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [SCRIPT, JSON.stringify(input)], (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else if (error.signal === 'SIGKILL') resolve(null);
      else reject(new Error(`${wanted.step} failed: ${stderr}`));
    });
  });
}
