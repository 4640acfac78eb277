import { NETWORKS, type Data, type Input, type PaymentMethod } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { presentKeptMethod, isUsable, presentPaymentMethod } from './method-rules.ts';
import { checkMethods } from './seal-methods.ts';
import type { ChainFacts } from './propose-method.ts';
import { listActiveMethods, type Reader } from './read-methods.ts';

/**
 * All active and retired methods, newest first, as they are in the table, and whether the shop has written them.
 * Where a network's rows are gone, those that were approved are listed.
 */
export async function listPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listPaymentMethods'>,
): Promise<Data<'listPaymentMethods'>> {
  const checked = await Promise.all(NETWORKS.map((network) => checkMethods(ctx, network)));
  const methods = checked.flatMap(({ rows, fault, approved }) =>
    (rows.length > 0 ? rows : (approved ?? [])).map((row) => ({ row, sealed: fault === null })),
  );
  const newestFirst = methods.toSorted((one, other) => (one.row.id < other.row.id ? 1 : -1));
  return pageOf(
    newestFirst.map(({ row, sealed }) => ({ ...presentKeptMethod(row), sealed })),
    query,
  );
}

/** Enabled methods with a right seal and a trusted token, whether or not their chain is currently followed. */
export async function findUsablePaymentMethods(reader: Reader): Promise<PaymentMethod[]> {
  return (await listActiveMethods(reader)).filter(isUsable).map(presentPaymentMethod);
}

/** Networks that accept top-ups now, exactly those that `createRecharge` accepts, in the order of the records. */
export async function listEnabledPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listEnabledPaymentMethods'>,
  chains: Pick<ChainFacts, 'isOffered'>,
): Promise<Data<'listEnabledPaymentMethods'>> {
  const usable = (await listActiveMethods(ctx)).filter(isUsable);
  const offered = await Promise.all(usable.map((method) => chains.isOffered(ctx, method)));
  return pageOf(usable.filter((_, index) => offered[index]).map(presentPaymentMethod), query);
}
