import * as z from 'zod/mini';
import { tableFile, tableFormat, endpoints } from '../wire/endpoint.ts';
import { ImportForm, ImportPreview, Separator } from './import-form.ts';
import { LONGEST_LINE } from '../wire/limits.ts';
import {
  Day,
  Id,
  line,
  Nothing,
  page,
  pageQuery,
  selection,
  sortQuery,
  Text,
  Time,
  UsdtAmount,
  whole,
} from '../wire/values.ts';

export const StockGender = z.enum(['unspecified', 'male', 'female']);
/** `unfinished`: no more lines are arriving; the next part continues it. */
export const ImportState = z.enum(['running', 'unfinished', 'done', 'rolled back']);
export type ImportState = z.infer<typeof ImportState>;

/** What a held line is to an account that the shop has or had: it in another spelling, or its login anew. */
export const HeldKind = z.enum(['same account', 'same login']);
export type HeldKind = z.infer<typeof HeldKind>;

/** A file is sent in parts of at most 1 MB; more parts than this would take weeks. */
const MOST_FILE_BYTES = 2 ** 40;

/** The imported file, so that a broken-off import can find it again. */
const ImportFile = z.object({
  /** Empty for pasted text. */
  name: z._default(line(200), ''),
  bytes: whole(1, MOST_FILE_BYTES),
  form: ImportForm,
});

/** In USDT: for each account, or for all of the import together. */
const BatchCost = z.object({ amount: UsdtAmount, per: z.enum(['each', 'all']) });
export type BatchCost = z.infer<typeof BatchCost>;

/** An import: what it added, and what became of that. */
export const StockBatch = z.object({
  id: Id,
  goods_id: Id,
  gender: StockGender,
  note: z.string(),
  /** Username of who imported; null for the shop itself. */
  username: z.nullable(z.string()),
  state: ImportState,
  /** Lines read so far, blank ones included: where the next part starts. */
  lines: z.int(),
  expected_lines: z.nullable(z.int()),
  /** Null if the caller named none. */
  file: z.nullable(z.extend(ImportFile, { from_line: z.int(), from_byte: z.int() })),
  duplicates: z.int(),
  rejected: z.int(),
  /** Lines that wait for a decision (`decideHeldLines`), by kind. */
  held: z.record(HeldKind, z.int()),
  /** Accounts it added, each now free, sold or withdrawn, or waiting to go on sale. */
  added: z.int(),
  waiting: z.int(),
  /** What an import that is not on sale yet waits for: the check of a sample, or an operator. Null: it is. */
  waits_for: z.nullable(z.enum(['check', 'release'])),
  /** When the shop stopped its sale, because buyers had claimed so many of its accounts; null: it never did. */
  stopped_at: z.nullable(Time),
  free: z.int(),
  sold: z.int(),
  /** How many of those sold have since been replaced or refunded. */
  remedied: z.int(),
  /** How many of those sold buyers have claimed; rejected claims do not count. */
  claimed: z.int(),
  withdrawn: z.int(),
  /** What was paid for it; null where nobody has said. */
  cost: z.nullable(BatchCost),
  supplier: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The day from which its accounts age; that of the import unless another one was said. */
  born_on: Day,
  /** Of accounts that age from a day of their own, by a column of their file, the first and the last day; null: none do. */
  own_days: z.nullable(z.object({ first: Day, last: Day })),
  /** Other products that some of its accounts were moved to; none to an API key. */
  moved_to: z.array(Id),
  created_at: Time,
  finished_at: z.nullable(Time),
});
export type StockBatch = z.infer<typeof StockBatch>;

/** An account with the searched name. */
const NamedItem = z.object({
  item_id: Id,
  goods_id: Id,
  masked: z.string(),
  state: z.enum(['free', 'sold', 'withdrawn']),
  /** The order it was sold with, for callers who may read orders; else null. */
  order_no: z.nullable(z.string()),
});
export type NamedItem = z.infer<typeof NamedItem>;

/** A line of an import that is like another account. */
const HeldLine = z.object({
  line: z.int(),
  kind: HeldKind,
  masked: z.string(),
  /** The account that it is like; null if nothing is known of it any more. */
  like: z.nullable(
    z.object({
      item_id: Id,
      goods_id: Id,
      batch_id: Id,
      /** Its line in that import; null in one from before lines were recorded. */
      line: z.nullable(z.int()),
      state: z.enum(['free', 'sold', 'withdrawn']),
      /** When it was imported, sold or withdrawn. */
      at: Time,
    }),
  ),
});
export type HeldLine = z.infer<typeof HeldLine>;

const BatchId = z.object({ id: Id });
/** A part of the unsold accounts of a product. */
export const unsold = { goods_id: Id, gender: selection(StockGender), batch_id: selection(Id) };
const Reason = line(200, 3);
/**
 * `held`: those with lines that wait for a decision. `waiting`: those that an operator has to put on sale. Supplier 0:
 * those that name none. `cost`: those of which nobody has said what they cost.
 */
const batchFilter = {
  goods_id: z.optional(Id),
  supplier_id: z.optional(Id),
  held: z.optional(z.literal('true')),
  waiting: z.optional(z.literal('true')),
  cost: z.optional(z.literal('unknown')),
};

export const stockEndpoints = endpoints({
  listStockBatches: {
    summary: 'Imports, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listStockBatches'), ...batchFilter }),
    data: page(StockBatch),
  },
  exportStockBatches: {
    summary: 'Imports as a CSV or XLSX file, newest first',
    query: z.object({ ...batchFilter, ...tableFormat }),
    ...tableFile,
  },
  readStockBatch: {
    summary: 'One import and its progress',
    params: BatchId,
    data: StockBatch,
  },
  updateStockBatch: {
    freshCode: true,
    summary: 'Say what an import cost, from whom it came and how old it is; profit and floor follow at once',
    params: BatchId,
    /** What is absent is unknown from now on; its accounts then age from the day of the import. */
    body: z.object({ cost: z.optional(BatchCost), supplier_id: z.optional(Id), born_on: z.optional(Day) }),
    data: StockBatch,
  },
  previewImport: {
    summary:
      'Preview a file, or its beginning up to the last line end, without adding anything. Detects the form if none is given',
    body: z.object({
      text: Text.check(z.minLength(1), z.maxLength(100_000)),
      form: z.optional(ImportForm),
      /** The product's separator, how many columns it has (1: any number), and what they are called. */
      separator: Separator,
      columns: z._default(z.int().check(z.gte(1), z.lte(20)), 1),
      names: z.optional(z.array(line(100)).check(z.minLength(1), z.maxLength(20))),
    }),
    data: ImportPreview,
  },
  openImport: {
    summary: 'Start an import; its lines follow in parts',
    body: z.object({
      goods_id: Id,
      gender: z._default(StockGender, 'unspecified'),
      note: z._default(line(200), ''),
      expected_lines: z.optional(z.int().check(z.gte(1), z.lte(100_000_000))),
      file: z.optional(ImportFile),
      cost: z.optional(BatchCost),
      supplier_id: z.optional(Id),
      /** From when its accounts age; absent: from today. Not with an API key. */
      born_on: z.optional(Day),
      /** The operator confirms the right to sell what follows; written into the audit log. */
      has_right_to_sell: z.literal(true),
    }),
    data: StockBatch,
  },
  importOwnStock: {
    access: 'user',
    perMinute: 20,
    summary:
      'Bring accounts as the supplier that the caller signs in for: they go on sale once an operator lets them in',
    body: z.object({
      goods_id: Id,
      gender: z._default(StockGender, 'unspecified'),
      note: z._default(line(200), ''),
      /** In USDT, for each account; the operator may change it. */
      cost: UsdtAmount,
      text: Text.check(z.minLength(1)),
      has_right_to_sell: z.literal(true),
    }),
    /** `known`: the shop has had the account or one that is like it. */
    data: z.object({ added: z.int(), known: z.int(), rejected: z.int() }),
  },
  addImportLines: {
    perMinute: 1_200,
    summary:
      'The next part of an import: whole lines, at most 1 MB of JSON. `from_line` is the `lines` of the last ' +
      'answer, `from_byte` where the part begins in the file. Sending a part again adds nothing; ' +
      'an interrupted import continues with the part that begins at its `file.from_byte`',
    params: BatchId,
    body: z.object({
      from_line: whole(0),
      from_byte: z.optional(whole(0, MOST_FILE_BYTES)),
      text: Text.check(z.minLength(1)),
      form: ImportForm,
    }),
    data: StockBatch,
  },
  finishImport: {
    summary: 'Finish an import; one that receives nothing for half a minute is marked unfinished',
    params: BatchId,
    data: StockBatch,
  },
  releaseStockBatch: {
    summary: 'Put an import on sale that waits; repeating the call changes nothing',
    params: BatchId,
    data: Nothing,
  },
  rollBackImport: {
    freshCode: true,
    summary: 'Roll back an import: remove its unsold accounts, and stop it if it is running',
    params: BatchId,
    data: z.object({ withdrawn: z.int() }),
  },
  listHeldLines: {
    summary:
      'The lines of an import that are not on sale because they are like an account that the shop has or had: the ' +
      'same login and password in another spelling, or the same login with another password',
    params: BatchId,
    query: z.object({ ...pageQuery, kind: z.optional(HeldKind) }),
    data: page(HeldLine),
  },
  decideHeldLines: {
    perMinute: 1_200,
    summary:
      'Put held lines on sale or leave them out: all, those of a kind, or those given. Decides some thousand lines a ' +
      'call: repeat it until none is held. Lines that were decided before are skipped',
    params: BatchId,
    body: z.object({
      decision: z.enum(['sell', 'leave out']),
      kind: selection(HeldKind),
      lines: selection(z.array(whole(1)).check(z.minLength(1), z.maxLength(500))),
    }),
    data: StockBatch,
  },
  exportRefusedLines: {
    freshCode: true,
    summary:
      'The lines that an import rejected: `txt` is them exactly as received, to correct and import again; `csv` is ' +
      'their numbers and the reasons, without the lines',
    perMinute: 10,
    params: BatchId,
    query: z.object({ as: z._default(z.enum(['txt', 'csv']), 'csv') }),
    raw: { json: false, types: ['text/plain', 'text/csv'] },
    data: z.string(),
  },
  countUnsold: {
    summary: 'How many items an export or a withdrawal would include now',
    query: z.object(unsold),
    data: z.object({ unspecified: z.int(), male: z.int(), female: z.int() }),
  },
  exportUnsold: {
    freshCode: true,
    summary: 'Export the texts of unsold items, one per line; they stay on sale',
    perMinute: 10,
    query: z.object(unsold),
    raw: { json: false, types: ['text/plain'] },
    data: z.string(),
  },
  withdrawStock: {
    freshCode: true,
    summary:
      'Withdraw unsold items: those given, or all that match a filter. For `restore_days` they can be restored, then ' +
      'their texts are erased',
    body: z.object({
      ...unsold,
      item_ids: selection(z.array(Id).check(z.minLength(1), z.maxLength(500))),
      reason: Reason,
    }),
    data: z.object({
      withdrawn: z.int(),
      /** What `restoreStock` takes; null where nothing was withdrawn. */
      withdrawal_id: z.nullable(Id),
      /** Null if the texts are erased at once. */
      restorable_until: z.nullable(Time),
    }),
  },
  listWithdrawn: {
    summary: 'Withdrawn accounts of an import that can be restored, by id, masked',
    query: z.object({ ...pageQuery, batch_id: Id }),
    data: page(
      z.object({
        id: Id,
        masked: z.string(),
        /** The product that it goes back to. */
        goods_id: Id,
        reason: z.string(),
        withdrawn_at: Time,
        restorable_until: Time,
      }),
    ),
  },
  restoreStock: {
    summary:
      'Put withdrawn accounts back on sale: those of a withdrawal, of an import, or those of it that are given. Such ' +
      'as were imported anew since stay withdrawn',
    body: z.object({
      withdrawal_id: selection(Id),
      batch_id: selection(Id),
      item_ids: selection(z.array(Id).check(z.minLength(1), z.maxLength(500))),
    }),
    data: z.object({ restored: z.int(), left_out: z.int() }),
  },
  listUnsold: {
    summary: 'Unsold accounts by id, masked',
    query: z.object({ ...pageQuery, ...unsold }),
    data: page(z.object({ id: Id, masked: z.string() })),
  },
  findItems: {
    perMinute: 10,
    summary:
      'Find the items with the given lines, including sold and withdrawn ones; results keep the order of the lines, ' +
      'without blank ones; at most 1 MB of JSON. The audit log records who asked, the number of lines and the number found',
    body: z.object({
      accounts: z.array(Text.check(z.maxLength(LONGEST_LINE))).check(z.minLength(1), z.maxLength(100)),
    }),
    data: z.object({ item_ids: z.array(z.nullable(Id)) }),
  },
  searchItems: {
    // Searching for a name that no account has takes one call for each part of the stock.
    perMinute: 1_200,
    summary:
      'Search accounts by username, e-mail address or phone number instead of their line, a part of the stock at a ' +
      'time: continue with `after` until it is null. Passwords are never compared, and accounts whose text is erased ' +
      'are not found. The audit log records who searched, and for which takedown request',
    body: z.object({
      name: line(320, 3),
      /** The takedown request that prompts the search. */
      report_id: z.optional(Id),
      after: z.optional(z.string().check(z.regex(/^\d{1,18}\.[0-9a-f]{32}$/))),
    }),
    data: z.object({
      /** Matches in this part, which ends early at the hundredth. */
      found: z.array(NamedItem),
      /** Where the next call by the same caller for the same name continues; null after the last part. */
      after: z.nullable(z.string()),
      /** How many accounts of this part were compared, and how many could not be because their text is damaged. */
      opened: z.int(),
      unreadable: z.int(),
      /** How many of all accounts ever imported the search has passed. */
      passed: z.int(),
      of: z.int(),
    }),
  },
  revealItem: {
    freshCode: true,
    summary: 'The text of an item; the audit log records who viewed it and why',
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    data: z.object({ text: z.string() }),
  },
});
