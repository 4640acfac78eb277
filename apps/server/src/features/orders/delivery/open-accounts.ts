import { readValues } from '@portside/accounts/account-form';
import type { DeliveredAccount, RemediedAccount } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  FIRST_STEP,
  idsOf,
  nextStep,
  openItems,
  type ItemRange,
  type OpenedItem,
} from '../../stock/index.ts';
import { findOrder, type OrderRow } from '../orders.sql.ts';
import { findTakenItems, type TakenItems } from '../sold-items.sql.ts';

type Part = {
  /** How many come before it; none by default. */
  readonly after?: number;
  /** How many it has at most; all by default. */
  readonly limit?: number;
};

/** An account with what stands between the values of its text. */
export type OpenedAccount = DeliveredAccount & { readonly separator: string };

/** The accounts of an order, opened step by step as they are read. */
export type OrderAccounts = {
  /** How many were neither replaced nor refunded; `open` has those. */
  readonly total: number;
  readonly remediedTotal: number;
  /** Throws where the data is erased meanwhile (accountsDeleted). */
  open(part?: Part): AsyncGenerator<readonly OpenedAccount[]>;
  openRemedied(part?: Part): AsyncGenerator<readonly RemediedAccount[]>;
};

/** Finds the order's accounts and opens none yet. Refuses once the data is erased (accountsDeleted). */
export async function findAccounts(ctx: Ctx, order: OrderRow): Promise<OrderAccounts> {
  if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
  const taken = (await findTakenItems(ctx.db, [order.id])).get(order.id);
  const openStep = async (ids: readonly bigint[]): Promise<readonly OpenedItem[]> => {
    const items = await openItems(ctx, rangesOf(ids));
    if (items.length === ids.length) return items;
    if ((await findOrder(ctx.db, order.id))?.accounts_deleted_at) refuse('accountsDeleted');
    throw new Error(`order ${order.order_no} lacks items`);
  };
  if (!taken) throw new Error(`order ${order.order_no} took no items`);
  return accountsOf(taken, openStep);
}

/** The same of an order whose items were opened together with those of others. */
export const openedAccounts = (taken: TakenItems, items: ReadonlyMap<bigint, OpenedItem>): OrderAccounts =>
  accountsOf(taken, async (ids) => ids.map((id) => items.get(id)!));

function accountsOf(
  { ranges, remedied }: TakenItems,
  openStep: (ids: readonly bigint[]) => Promise<readonly OpenedItem[]>,
): OrderAccounts {
  const ids = ranges.flatMap(idsOf);
  const good = ids.filter((id) => !remedied.has(id));
  const bad = ids.filter((id) => remedied.has(id));
  const lines = bad.length === 0 ? new Map<bigint, number>() : new Map(good.map((id, at) => [id, at + 1]));
  async function* steps<T>(
    all: readonly bigint[],
    { after = 0, limit = all.length }: Part,
    present: (item: OpenedItem) => T,
  ): AsyncGenerator<readonly T[]> {
    const end = Math.min(after + limit, all.length);
    let count = FIRST_STEP;
    for (let at = after; at < end;) {
      const items = await openStep(all.slice(at, Math.min(at + count, end)));
      yield items.map(present);
      at += items.length;
      count = nextStep(items);
    }
  }
  return {
    total: good.length,
    remediedTotal: bad.length,
    open: (part = {}) =>
      steps(good, part, (item) => ({ ...presentAccount(item), separator: item.form.separator })),
    openRemedied: (part = {}) =>
      steps(bad, part, (item) => {
        const successor = remedied.get(item.id)!;
        const line = successor === null ? null : (lines.get(successor) ?? null);
        return presentRemediedAccount(item, successor, line);
      }),
  };
}

/** The values that an account's import reads, under the names that it knows; further ones are numbered. */
function presentAccount(item: OpenedItem): DeliveredAccount {
  const values = readValues(item.text, item.form);
  const fields = values.map((value, index) => ({
    name: item.form.columns[index] ?? `field ${index + 1}`,
    value,
  }));
  return {
    id: String(item.id),
    account: values[0] ?? '',
    password: values[1] ?? '',
    text: item.text,
    fields,
  };
}

/** The text of a refunded account is not handed out again: it may never have been read. */
const presentRemediedAccount = (
  { id, text }: OpenedItem,
  replacedBy: bigint | null,
  line: number | null,
): RemediedAccount => ({
  id: id.toString(),
  replaced_by: replacedBy?.toString() ?? null,
  replaced_by_line: line,
  text: replacedBy === null ? null : text,
});

/** Ids in ascending order as ranges. */
function rangesOf(ids: readonly bigint[]): ItemRange[] {
  const ranges: { firstId: bigint; endId: bigint }[] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last?.endId === id) last.endId += 1n;
    else ranges.push({ firstId: id, endId: id + 1n });
  }
  return ranges;
}
