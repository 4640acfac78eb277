/** Runs one after-sales step in a process of its own, which kills itself at a crash point. */
import { armCrash, parseCrashPlan } from '../../../apps/server/src/platform/crash-point.ts';
import { withShop, type Keys } from '../open-shop.ts';
import type { Target } from '../target.ts';
import { runStep, type AfterSalesCall } from './after-sales-step.ts';

export type AfterSalesOrder = {
  readonly target: Pick<Target, 'kind' | 'dataDir' | 'databaseUrl'>;
  readonly keys: Keys;
  readonly call: AfterSalesCall;
  readonly crashAt: string;
};

const { target, keys, call, crashAt } = JSON.parse(process.argv[2]!) as AfterSalesOrder;
armCrash(parseCrashPlan(crashAt));
await withShop({ ...target, remove: () => undefined }, keys, (ctx) => runStep(ctx, call));
