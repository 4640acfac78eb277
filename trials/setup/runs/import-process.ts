/** Imports lines in a process of its own, which kills itself at a crash point if asked to. */
import { importStock } from '../../../apps/server/src/features/stock/index.ts';
import { armCrash, parseCrashPlan } from '../../../apps/server/src/platform/crash-point.ts';
import { withShop } from '../open-shop.ts';
import { linesOf } from '../seed-shop.ts';
import type { ImportOrder } from './round.ts';

const order = JSON.parse(process.argv[2]!) as ImportOrder;
if (order.crashAt !== null) armCrash(parseCrashPlan(order.crashAt));
const report = await withShop({ ...order.target, remove: () => undefined }, order.keys, (ctx) =>
  importStock(ctx, {
    goodsId: BigInt(order.goodsId),
    gender: 'unspecified',
    note: order.tag,
    lines: linesOf(order.tag, order.lines),
  }),
);
process.stdout.write(`${JSON.stringify({ added: report.added, duplicates: report.duplicates })}\n`);
