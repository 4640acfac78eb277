import type { Ctx } from '../context.ts';

/** The present names of entities of one kind, in the reader's language; deleted ones have none. */
export type NameById = (ctx: Ctx, ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>;

/** For implementations of `NameById`. */
export const mapNames = (rows: readonly { readonly id: bigint; readonly name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]));
