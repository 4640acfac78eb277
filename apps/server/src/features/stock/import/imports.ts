import { actingKey } from '../../../platform/actor.ts';
import { accountFormOf, type AccountForm } from '@portside/accounts/account-form';
import { RowChecker } from '@portside/accounts/check-row';
import type { ImportForm, Input, StockBatch, Data } from '@portside/contract';
import { sql } from 'kysely';
import { crashPoint } from '../../../platform/crash-point.ts';
import { brokenConstraint, type Db } from '../../../platform/db/db.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import {
  endBatch,
  announceCosts,
  getBatch,
  insertBatch,
  type BatchFile,
  type BatchRow,
  type Purchase,
} from './batches.sql.ts';
import { dayIn, readSetting } from '../../settings/index.ts';
import { addLines, type ImportTarget } from './add-lines.ts';
import type { ImportReport, Lines, ImportLine } from './refused-lines.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import {
  factsOfPurchase,
  OF_SUPPLIER,
  presentBatch,
  purchaseOf,
  readBatch,
  requireOfKey,
  type SoldLookups,
} from './stock-batches.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { waitForOperator } from './waiting-stock.ts';
import { readRows } from '@portside/accounts/row-reader';
import { BEGINNING_CHARACTERS, recognizeForm, wholeLinesOf } from '@portside/accounts/recognize-form';
import { surveyFile } from '@portside/accounts/survey-file';
import { withoutKinds } from '@portside/accounts/usual-lines';

/**
 * Begins an import whose lines arrive in several calls (`addImportLines`), so that a million lines need no long call
 * and no text is stored unsealed, and after a lost answer or a closed page the import continues where the batch says.
 * From here on its accounts are read as the product has them now and the file's form says, whatever the product becomes.
 * Refuses an unknown product or supplier (notFound), with an API key a product that it is not for and another day than
 * today, by whose age rules move accounts to products that it is not for (noPermission), and a form with another separator
 * than the product's (parameterError).
 */
export async function openImport(
  ctx: Ctx,
  { body }: Input<'openImport'>,
  sold: SoldLookups,
  waitsFor: NewImport['waitsFor'] = null,
): Promise<StockBatch> {
  return inTransaction(ctx, async (step) => {
    const id = await openBatch(step, {
      goodsId: BigInt(body.goods_id),
      gender: body.gender,
      note: body.note,
      expectedLines: body.expected_lines ?? null,
      file: body.file ?? null,
      purchase: purchaseOf(body),
      hasRightToSell: body.has_right_to_sell,
      waitsFor,
    });
    if (body.file) await fixForm(step.db, await getBatch(step.db, id), body.file.form);
    return readBatch(step, id, sold);
  });
}

type NewImport = ImportTarget & {
  readonly note: string;
  /** How many lines are expected, for the progress shown; null if unknown. */
  readonly expectedLines?: number | null;
  /** Null or absent if the import cannot be continued from its file. */
  readonly file?: BatchFile | null;
  readonly purchase?: Purchase;
  /** Whether the operator has confirmed the right to sell the accounts; absent if nobody was asked. */
  readonly hasRightToSell?: true;
  /** Of one that an operator has to let in, whatever else it would wait for. */
  readonly waitsFor?: 'release' | null;
};

/** Begins an import and returns its id. The caller has checked who may. Refuses an unknown product (notFound). */
function openBatch(
  ctx: Ctx,
  { goodsId, gender, note, expectedLines = null, file = null, ...wanted }: NewImport,
): Promise<bigint> {
  const { purchase = UNKNOWN, hasRightToSell, waitsFor = null } = wanted;
  return inTransaction(ctx, async (inner) => {
    const { db, clock, actor } = inner;
    const userId = actor.kind === 'user' ? actor.userId : null;
    const key = actingKey(actor);
    if (key && !key.goodsIds.includes(goodsId)) refuse('noPermission', 'not a product of the key');
    if (key && (purchase.born_on || file?.form.born)) refuse('noPermission', 'born_on with a key');
    const by = { userId, apiKeyId: key?.id ?? null };
    const batch = { goodsId, gender, note, ...by, expectedLines, file, ...purchase };
    const id = await insertBatch(db, batch, clock.now()).catch(refuseUnknown);
    const after = {
      goodsId,
      gender,
      note,
      ...factsOfPurchase(purchase, purchase.born_on ?? null),
      hasRightToSell,
    };
    await inner.events.announce(inner, 'importOpened', { batchId: id, goodsId });
    if (waitsFor !== null) await waitForOperator(db, id);
    // Before its first account can be bought.
    else if (purchase.cost_micro !== null) await announceCosts(inner, [goodsId]);
    await recordAudit(inner, { action: 'stock.import', subject: `batch:${id}`, after });
    return id;
  });
}

function refuseUnknown(error: unknown): never {
  if (brokenConstraint(error) === OF_SUPPLIER) refuse('notFound', 'supplier');
  if (brokenConstraint(error) === 'stock_batches_goods_id_fkey') refuse('notFound', 'goods');
  throw error;
}

/**
 * Adds the next part of an own import; lines of it that were added before are skipped. Refuses a part before which
 * lines are missing or whose form contradicts the import's (parameterError), one whose text differs from when it was
 * sent before (anotherFile), an import that has ended or that another call continues (importStopped), and with an API key
 * more lines than it may add within 24 hours (apiKeyLimitReached) and a column of days (noPermission).
 */
export async function addImportLines(
  ctx: Ctx,
  { params, body }: Input<'addImportLines'>,
  lookups: SoldLookups,
): Promise<StockBatch> {
  const batch = await getOwnBatch(ctx, BigInt(params.id));
  if (actingKey(ctx.actor) && body.form.born) refuse('noPermission', 'days of accounts with a key');
  if (batch.state === 'done' || batch.state === 'rolled back') refuse('importStopped');
  if (body.from_line > batch.lines) refuse('parameterError', `from_line: ${batch.lines} were read`);
  await checkPart(ctx, batch, body);
  const account = await fixForm(ctx.db, batch, body.form);
  const today = await findToday(ctx);
  const rows = readPart(body.text, body.form, account, { fromLine: body.from_line, today });
  const lines = rows.drop(batch.lines - body.from_line);
  const held = batch.held_accounts + batch.held_logins;
  const report = { ...batch, batchId: batch.id, held };
  const target = { goodsId: batch.goods_id, gender: batch.gender, form: account };
  await resumeCost(ctx, batch);
  await addLines(ctx, target, report, lines);
  return readBatch(ctx, batch.id, lookups);
}

/** What an account of an import that broke off costs is known again before any more can be bought. */
async function resumeCost(
  ctx: Ctx,
  { id, state, goods_id: goodsId, cost_micro: cost, waits_for: waitsFor }: BatchRow,
): Promise<void> {
  if (state !== 'unfinished' || cost === null || waitsFor !== null) return;
  await inTransaction(ctx, async (step) => {
    await step.db
      .updateTable('stock_batches')
      .set({ state: 'running', seen_at: step.clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'unfinished')
      .execute();
    await announceCosts(step, [goodsId]);
  });
}

/**
 * How the import's accounts are read. The first form that it is given may say it; a later one must not say otherwise,
 * or accounts of one import would be read in two ways.
 */
async function fixForm(db: Db, batch: BatchRow, form: ImportForm): Promise<AccountForm> {
  const { account_form: known } = batch;
  if (form.kind === 'csv' && form.separator !== known.separator)
    refuseField('parameterError', 'form.separator', 'wrong');
  const wanted = accountFormOf(known, form);
  const surplus = form.surplus === undefined || form.surplus === 'refuse' ? known.surplus : wanted.surplus;
  const keeps_blanks = form.keeps_blanks ?? known.keeps_blanks;
  const fixed = { ...known, surplus, keeps_blanks };
  if (surplus === known.surplus && keeps_blanks === known.keeps_blanks) return fixed;
  if (batch.lines > 0) refuse('parameterError', 'form: its first part was read otherwise');
  await db
    .updateTable('stock_batches')
    .set({ account_form: sql`${JSON.stringify(fixed)}::jsonb` })
    .where('id', '=', batch.id)
    .execute();
  return fixed;
}

/** Records where the import would continue if it broke off now. A part that is sent again must be the same. */
async function checkPart(
  { db, keyring }: Ctx,
  batch: BatchRow,
  { text, from_line: line, from_byte: byte }: Input<'addImportLines'>['body'],
): Promise<void> {
  if (byte === undefined) return;
  const mark = keyring.fingerprint(text);
  if (batch.part_mark === null || line > batch.part_line)
    await recordPart(db, batch.id, { line, byte, mark });
  else if (line === batch.part_line && !mark.equals(batch.part_mark)) refuse('anotherFile');
}

/** Ends an import that has all its lines; a repeated call changes nothing. Refuses one rolled back (importStopped). */
export async function finishImport(
  ctx: Ctx,
  { params }: Input<'finishImport'>,
  sold: SoldLookups,
): Promise<StockBatch> {
  return inTransaction(ctx, async (step) => {
    const { id } = await getOwnBatch(step, BigInt(params.id));
    const hasEnded = await endBatch(step.db, id, step.clock.now());
    const batch = await getBatch(step.db, id);
    if (batch.state !== 'done') refuse('importStopped');
    const { state, lines, added, duplicates, rejected } = batch;
    const held = batch.held_accounts + batch.held_logins;
    const after = { state, lines, added, duplicates, rejected, ...(held > 0 && { held }) };
    if (hasEnded) await recordAudit(step, { action: 'stock.import', subject: `batch:${id}`, after });
    // Of one whose cost is that of all, an account costs more than was expected where lines were rejected.
    if (hasEnded && batch.cost_micro !== null) await announceCosts(step, [batch.goods_id]);
    return presentBatch(step, batch, sold);
  });
}

/** Records the part that follows the lines read so far: where it begins, and the fingerprint of its text. */
async function recordPart(
  db: Db,
  id: bigint,
  { line, byte, mark }: { line: number; byte: number; mark: Buffer },
): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ part_line: line, part_byte: BigInt(byte), part_mark: mark })
    .where('id', '=', id)
    .where('lines', '=', line)
    .execute();
}

/**
 * Only who confirmed the right to sell may add lines, and a program only those of its own imports. Refuses unknown imports
 * and those of others (notFound).
 */
async function getOwnBatch({ db, actor }: Ctx, id: bigint): Promise<BatchRow> {
  const batch = await getBatch(db, id);
  if (batch.user_id !== (actor.kind === 'user' ? actor.userId : null)) refuse('notFound', 'batch');
  requireOfKey(batch, actor);
  return batch;
}

/** A chunk takes a fraction of a second. A part that arrives later still continues the import. */
const STALLED_MS = 30_000;

/** Marks imports that receive no more lines as unfinished. Their chunks are complete: each is one transaction. */
export async function markStalledBatches({ db, clock, log }: Ctx): Promise<{ more: boolean }> {
  const seenBefore = new Date(clock.now().getTime() - STALLED_MS);
  for (const id of await markStalledUnfinished(db, seenBefore))
    log.warn({ batchId: String(id) }, 'an import broke off');
  return { more: false };
}

/** Of all imports that received nothing since then; returns their ids. */
async function markStalledUnfinished(db: Db, seenBefore: Date): Promise<bigint[]> {
  const rows = await db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('state', '=', 'running')
    .where('seen_at', '<', seenBefore)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

type StockImport = NewImport & { readonly lines: Lines };

/**
 * Streams lines into the stock of one product and gender: rejects unfit lines and those that were ever in the shop,
 * holds those that are like an account that was, encrypts the others and puts them on sale chunk by chunk. Blank lines
 * are skipped. Memory use does not grow with the number of lines.
 *
 * Chunks that were added stay when the import breaks off or its process dies: the same file again adds the rest, and
 * `rollBackImport` takes all of it back. Refuses once someone else has ended the import (importStopped).
 */
export async function importStock(ctx: Ctx, input: StockImport): Promise<ImportReport> {
  const report = { batchId: await openBatch(ctx, input), ...NOTHING };
  crashPoint('import: batch opened');
  try {
    const { account_form: form } = await getBatch(ctx.db, report.batchId);
    await addLines(ctx, { ...input, form }, report, input.lines);
    if (!(await endBatch(ctx.db, report.batchId, ctx.clock.now()))) refuse('importStopped');
  } catch (error) {
    await markUnfinished(ctx.db, report.batchId).catch((reason: unknown) =>
      ctx.log.warn(
        { err: reason, batchId: String(report.batchId) },
        'an import that broke off could not be marked as unfinished',
      ),
    );
    throw error;
  }
  return report;
}

const UNKNOWN: Purchase = { cost_micro: null, cost_per: null, supplier_id: null };

const NOTHING = { lines: 0, added: 0, duplicates: 0, rejected: 0, held: 0 };

/** An import that is running stops being so; its next lines continue it. */
async function markUnfinished(db: Db, id: bigint): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/**
 * The lines of one part of a file, which holds whole rows: what is sold of each, or why it is not, with the row as it
 * came. A heading is a blank line, and so is each further line of a row, so that lines keep their numbers in the file.
 */
function* readPart(
  text: string,
  form: ImportForm,
  account: AccountForm,
  { fromLine, today }: { readonly fromLine: number; readonly today: string },
): Generator<ImportLine> {
  const checker = new RowChecker(form, account, fromLine === 0, today);
  for (const row of readRows(text, form.kind === 'csv' ? form.delimiter : null, fromLine + 1)) {
    const { what, text: sold, fault, dated } = checker.check(row);
    if (what !== 'line') yield '';
    else yield fault === null ? { text: sold, born: dated?.day ?? undefined } : { fault, text: row.text };
    for (let further = 1; further < row.lines; further += 1) yield '';
  }
}

/** Where the shop is: no account is born later. */
const findToday = async ({ db, clock }: Ctx): Promise<string> =>
  dayIn(await readSetting(db, 'timeZone'), clock.now());

/** What a product's columns are called where the caller gives their number only. */
const USUAL_NAMES = ['account', 'password'];

/** What a file, or its beginning up to the last line end, would become; adds nothing. By the rules of an import. */
export async function previewImport(
  ctx: Ctx,
  { body }: Input<'previewImport'>,
): Promise<Data<'previewImport'>> {
  const { separator, form = null } = body;
  const columns =
    body.names ??
    (body.columns === 1
      ? []
      : Array.from({ length: body.columns }, (_unused, at) => USUAL_NAMES[at] ?? `field ${at + 1}`));
  const text = wholeLinesOf(body.text).slice(0, BEGINNING_CHARACTERS);
  const product = { separator, columns };
  // What columns hold further down may be of another kind, and nobody is there to say so.
  const read = form ?? withoutKinds(recognizeForm(text, product));
  const survey = await surveyFile([text], product, read, { today: await findToday(ctx) });
  const open = survey.findings.find(({ kind }) => kind === 'open quote');
  return {
    form: survey.form,
    lines: survey.preview.map(({ line, values, account, fault }) => ({
      line,
      fields: [...values],
      account,
      fault,
    })),
    findings: survey.findings.map(({ kind, count, isAsked, samples, details }) => ({
      kind,
      count,
      is_asked: isAsked,
      samples: [...samples],
      details: [...details],
    })),
    open_line: open?.samples[0]?.line ?? null,
  };
}
