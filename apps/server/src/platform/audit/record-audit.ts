import type { AuditAction } from '@portside/contract';
import { actingKey } from '../actor.ts';
import { type Ctx, inTransaction } from '../context.ts';
import {
  canonicalText,
  hashEntry,
  NO_HASH,
  findLastEntry,
  insertEntries,
  lockAuditLog,
  type AuditFacts,
} from './audit.sql.ts';

export type AuditNote = {
  /** Worded by the pages. */
  readonly action: AuditAction;
  /** `noun:id`. */
  readonly subject: string;
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
};

const SECRET = /password|secret|token|credential|sealed/i;

/**
 * Records who did what, in the transaction of the change: neither exists without the other. Other admins' changes wait
 * from here to the commit, so call it last. After the commit every process empties its answer cache. Placing an order
 * never waits for it.
 */
export async function recordAudit(ctx: Ctx, note: AuditNote): Promise<void> {
  if (ctx.auditLater) ctx.auditLater(() => recordEntry(ctx, note));
  else await recordEntry(ctx, note);
}

/** For a step of several changes: what they record comes last, so that none of them locks a row after the log. */
export async function auditAtEnd<T>(ctx: Ctx, step: (ctx: Ctx) => Promise<T>): Promise<T> {
  const records: (() => Promise<unknown>)[] = [];
  const result = await step({ ...ctx, auditLater: (record) => void records.push(record) });
  for (const record of records) await record();
  return result;
}

/** The same; returns the entry's id. */
export async function recordEntry(ctx: Ctx, note: AuditNote): Promise<bigint> {
  const [id] = await recordEntries(ctx, [note]);
  return id!;
}

/** The same of several, whose ids follow one another. */
export async function recordEntries(ctx: Ctx, notes: readonly AuditNote[]): Promise<bigint[]> {
  if (!ctx.db.isTransaction) throw new Error('an audit entry belongs to the transaction of its change');
  if (notes.length === 0) return [];
  await lockAuditLog(ctx.db);
  const last = await findLastEntry(ctx.db);
  let [id, hash] = [last?.id ?? 0n, last?.hash ?? NO_HASH];
  const entries = notes.map(({ action, subject, before, after }) => {
    const entry = {
      id: (id += 1n),
      at: ctx.clock.now(),
      ...actorOf(ctx),
      address: ctx.address,
      request_id: ctx.requestId,
      action,
      subject,
      before: factsOf(before),
      after: factsOf(withKey(ctx, after)),
      previous_hash: hash,
    };
    hash = hashEntry(entry);
    return { ...entry, hash };
  });
  await insertEntries(ctx.db, entries);
  ctx.live.changed('admin');
  return entries.map((entry) => entry.id);
}

function actorOf({ actor }: Ctx): { user_id: bigint | null; job: string | null } {
  if (actor.kind === 'user') return { user_id: actor.userId, job: null };
  if (actor.kind === 'system') return { user_id: null, job: actor.job };
  throw new Error('a visitor changes nothing that is audited');
}

/** With the API key that acted, if it was one. */
function withKey({ actor }: Ctx, after: AuditFacts | null | undefined): AuditFacts | null | undefined {
  const key = actingKey(actor);
  return key ? { ...after, api_key: key.id.toString() } : after;
}

/** The facts as the database returns them, so that the hash can be computed again. Throws on a secret's name. */
function factsOf(facts: AuditFacts | null | undefined): unknown {
  if (!facts) return null;
  const text = canonicalText(facts);
  return JSON.parse(text, (name, value: unknown) => {
    if (SECRET.test(name)) throw new Error(`an audit entry must not hold ${name}`);
    return value;
  });
}

export type ExportNote = {
  readonly action: Extract<AuditAction, `${string}.export`>;
  /** `noun`, or `noun:id` for the table of one entity. */
  readonly subject: string;
  /** The filter of the export. */
  readonly query: Readonly<Record<string, string | boolean | undefined>>;
};

/** Records who exports a table, with which filter, and how many rows as far as known. */
export const recordExport = (
  ctx: Ctx,
  { action, subject, query }: ExportNote,
  rows: number | string,
): Promise<void> => {
  const filter = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return inTransaction(ctx, (step) =>
    recordAudit(step, { action, subject, after: { filter: filter.join(' '), rows } }),
  );
};

type State = Readonly<Record<string, unknown>>;

/** What differs between two states, for the audit log; null if a state lacks it. */
export function changedFacts(before: State, after: State): { before: AuditFacts; after: AuditFacts } {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (state: State) =>
    Object.fromEntries(keys.map((key) => [key, state[key] ?? null])) as AuditFacts;
  return { before: pick(before), after: pick(after) };
}

/** The present names of entities of one kind, in the reader's language; deleted ones have none. */
export type NameById = (ctx: Ctx, ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>;

/** For implementations of `NameById`. */
export const mapNames = (rows: readonly { readonly id: bigint; readonly name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]));
