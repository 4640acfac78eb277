/** Runs one after-sales step in a process of its own, which kills itself at a crash point. */
import { armCrash, parseCrashPlan } from '../../../apps/server/src/platform/crash-point.ts';
import { withShop } from '../open-shop.ts';
import { runStep, type AfterSalesOrder } from './run-after-sales.ts';

const { target, keys, call, crashAt } = JSON.parse(process.argv[2]!) as AfterSalesOrder;
armCrash(parseCrashPlan(crashAt));
await withShop({ ...target, remove: () => undefined }, keys, (ctx) => runStep(ctx, call));
