/** Imports lines and sells the held ones, in a process that kills itself at a crash point if asked to. */
import { countTroubledItems } from '../../../apps/server/src/features/orders/index.ts';
import { decideHeldLines, importStock } from '../../../apps/server/src/features/stock/index.ts';
import { armCrash, parseCrashPlan } from '../../../apps/server/src/platform/crash-point.ts';
import { withShop } from '../open-shop.ts';
import { linesOf } from '../seed-shop.ts';
import type { ImportOrder } from './round.ts';

const order = JSON.parse(process.argv[2]!) as ImportOrder;
if (order.crashAt !== null) armCrash(parseCrashPlan(order.crashAt));
const ports = { countTroubled: countTroubledItems };
const report = await withShop({ ...order.target, remove: () => undefined }, order.keys, async (ctx) => {
  const { batchId } = await importStock(ctx, {
    goodsId: BigInt(order.goodsId),
    gender: 'unspecified',
    note: order.tag,
    lines: linesOf(order.tag, order.lines),
  });
  return decideHeldLines(ctx, { params: { id: String(batchId) }, body: { decision: 'sell' } }, ports);
});
process.stdout.write(`${JSON.stringify({ added: report.added, duplicates: report.duplicates })}\n`);
