/** Runs one after-sales step in a process of its own, which kills itself at a crash point if asked to. */
import { createClaim } from '../../../apps/server/src/features/orders/after-sales/create-claim.ts';
import { refundOrder } from '../../../apps/server/src/features/orders/after-sales/refund-order.ts';
import { replaceItems } from '../../../apps/server/src/features/orders/after-sales/replace-items.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { armCrash, parseCrashPlan } from '../../../apps/server/src/platform/crash-point.ts';
import { Refusal } from '../../../apps/server/src/platform/refusal.ts';
import { withShop, type Keys } from '../open-shop.ts';
import type { Target } from '../target.ts';
import { userActor } from '../../../apps/server/src/platform/actor.ts';

export type AfterSalesStep = 'claim' | 'replacement' | 'refund';

export type AfterSalesCall = {
  readonly target: Pick<Target, 'kind' | 'dataDir' | 'databaseUrl'>;
  readonly keys: Keys;
  readonly step: AfterSalesStep;
  /** The buyer or an admin. */
  readonly userId: string;
  readonly orderNo: string;
  readonly itemIds: readonly string[];
  /** Null: no crash. */
  readonly crashAt: string | null;
};

const wanted = JSON.parse(process.argv[2]!) as AfterSalesCall;
if (wanted.crashAt !== null) armCrash(parseCrashPlan(wanted.crashAt));
const outcome = await withShop({ ...wanted.target, remove: () => undefined }, wanted.keys, (ctx) =>
  runStep(asUser(ctx), wanted).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.reason;
      throw error;
    },
  ),
);
process.stdout.write(`${outcome}\n`);

function asUser(ctx: Ctx): Ctx {
  const actions = new Set(['claim.settle', 'order.refund']);
  const rights = { isAdmin: true, actions, codeAt: ctx.clock.now() };
  return { ...ctx, actor: userActor(BigInt(wanted.userId), rights) };
}

function runStep(ctx: Ctx, { step, orderNo, itemIds }: AfterSalesCall): Promise<unknown> {
  const input = { params: { order_no: orderNo }, body: { item_ids: [...itemIds], reason: 'dead' } };
  if (step === 'claim') return createClaim(ctx, input);
  return step === 'refund' ? refundOrder(ctx, input) : replaceItems(ctx, input);
}
