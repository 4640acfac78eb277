import type { Ctx } from '../context.ts';

/** What things of one kind are called now, in the reader's language; what is gone has no name. */
export type NameById = (ctx: Ctx, ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>;

export const mapNames = (rows: readonly { readonly id: bigint; readonly name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]));
