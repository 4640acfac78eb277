import {
  formatMicro,
  GOODS_FIELDS,
  MOST_CHANGED_GOODS,
  NameTexts,
  VISIBILITIES,
  type Data,
  type DecimalSign,
  type GoodsField,
  type GoodsProblem,
  type Input,
} from '@portside/contract';
import { answerOnce } from '../../platform/answer-once.ts';
import type { Ctx } from '../../platform/context.ts';
import { questionOf, readAmounts, type Amount, type AmountQuestion } from '../../platform/read-amounts.ts';
import {
  folded,
  isCutInTwo,
  readCsvRows,
  REPLACED,
  unquoted,
  withoutEnd,
  type CsvRow,
} from '../../platform/read-csv.ts';
import { refuseField } from '../../platform/refusal.ts';
import { applyPlan } from './change-goods.ts';
import { formatTiers, needsConsent } from './floor.ts';
import { listGoodsRows, lockGoods, type GoodsRow } from './goods.sql.ts';
import {
  checkPlan,
  fieldOf,
  findNewProblems,
  findProblems,
  nameOf,
  presentPlan,
  readKnown,
  withFields,
  type ChangeLookups,
  type Fields,
  type Known,
  type Plan,
  type Problem,
} from './plan-changes.ts';

/**
 * Compares a table with the products: what changes, what is new, and which lines are refused. Saves nothing. Refuses a
 * text that is no table or was not UTF-8, lacks a column or has one twice, or has no or too many lines (invalidFormat,
 * field `text`).
 */
export async function previewCatalogue(
  ctx: Ctx,
  { body }: Input<'previewCatalogue'>,
  lookups: ChangeLookups,
): Promise<Data<'previewCatalogue'>> {
  const { question, ...plan } = await readCatalogue(ctx, body, lookups);
  return { ...(await presentPlan(ctx, plan, lookups)), question };
}

type ApplyInput = Input<'applyCatalogue'> & { readonly idempotencyKey: string };

/**
 * Makes what the preview of the table showed: all of it, or nothing. Repeated by its key, it answers the same. Refuses
 * what `previewCatalogue` refuses, a table with a wrong line (parameterError), one whose amounts are in doubt
 * (invalidFormat), and one that would by now do something else (changedSince).
 */
export const applyCatalogue = (
  ctx: Ctx,
  { body, idempotencyKey }: ApplyInput,
  lookups: ChangeLookups,
): Promise<Data<'applyCatalogue'>> =>
  answerOnce(ctx, { key: idempotencyKey, request: ['applyCatalogue', body] }, async (step) => {
    const { pairs } = await readCatalogue(step, body, lookups);
    await lockGoods(
      step.db,
      pairs.map(({ before }) => before.id),
    );
    // Once more: what it was compared with can no longer change.
    const { question, ...plan } = await readCatalogue(step, body, lookups);
    if (question !== null && body.decimal_sign === undefined)
      refuseField('invalidFormat', 'text', 'twoAmounts');
    return applyPlan(step, plan, body, lookups);
  });

const findProblemsOfNew = (row: GoodsRow, known: Known): GoodsProblem[] => [
  ...findProblems(row, known),
  ...(needsConsent(null, row) ? (['belowFloor'] as const) : []),
];

const COLUMNS = ['id', 'name', ...GOODS_FIELDS] as const;
type Column = (typeof COLUMNS)[number];
type Columns = ReadonlyMap<Column, number>;

type Line = { readonly row: CsvRow; readonly cell: (column: Column) => string };

async function readCatalogue(
  ctx: Ctx,
  { text, decimal_sign: sign }: Input<'previewCatalogue'>['body'],
  lookups: ChangeLookups,
): Promise<Plan & { readonly question: AmountQuestion | null }> {
  const lines = readLines(text);
  const known = await readKnown(ctx, lookups);
  const all = await listGoodsRows(ctx.db, {});
  const byId = new Map(all.map((row) => [String(row.id), row]));
  const names = new Set(all.flatMap(namesOf));
  const amounts = readAmountCells(lines, byId, sign);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  const pairs: Plan['pairs'][number][] = [];
  const created: Plan['created'][number][] = [];
  for (const line of lines) {
    const [id, name] = [line.cell('id'), line.cell('name')];
    const row = byId.get(id);
    const refuse = (problem: GoodsProblem, value: string) =>
      problems.push({
        goods_id: row ? id : null,
        name: row ? nameOf(ctx, row) : name.slice(0, 120),
        line: line.row.line,
        problem,
        value: value.slice(0, 100),
      });
    const key = id || `name ${folded(name)}`;
    const identity = problemOfIdentity(line, row, { isRepeated: seen.has(key), names });
    seen.add(key);
    if (identity) {
      refuse(...identity);
      continue;
    }
    const before = row ?? blank(ctx, name, known.mostHours);
    const fields = readFields(line, amounts);
    if ('problem' in fields) refuse(fields.problem, fields.value);
    else if (!fields.isInDoubt) {
      const pair = { before, after: withFields(before, fields.fields) };
      const found = row ? findNewProblems(pair, known) : findProblemsOfNew(pair.after, known);
      for (const problem of found) {
        const field = problem === 'belowFloor' ? 'price' : (problem as GoodsField);
        refuse(problem, line.cell(field) || fieldOf(pair.after, field));
      }
      if (found.length > 0) continue;
      if (row) pairs.push(pair);
      else created.push(newGoodsOf(pair.after));
    }
  }
  const plan = await checkPlan(ctx, { matched: lines.length, pairs, created, problems });
  return { ...plan, question: amounts.question };
}

/** The lines below the heading, with their cells by column. */
function readLines(text: string): Line[] {
  if (text.includes(REPLACED)) refuseField('invalidFormat', 'text', 'encoding');
  const [head, ...rows] = readCsvRows(text, MOST_CHANGED_GOODS)
    .map(withoutEnd)
    .filter(({ record }) => record.length > 0);
  const columns = findColumns(head?.record ?? []);
  if (!columns.has('id') || !GOODS_FIELDS.some((field) => columns.has(field)))
    refuseField('invalidFormat', 'text', 'wrong');
  if (rows.length === 0) refuseField('invalidFormat', 'text', 'missing');
  if (rows.length > MOST_CHANGED_GOODS) refuseField('invalidFormat', 'text', 'long', MOST_CHANGED_GOODS);
  return rows.map((row) => ({
    row: { ...row, isBroken: row.isBroken || !isInPlace(row, head!, columns) },
    cell: (column) => {
      const written = row.record[columns.get(column) ?? -1] ?? '';
      // Marks may belong to a name.
      return column === 'name' ? written.trim() : unquoted(written);
    },
  }));
}

/** Whether no line has more cells than its heading, nor an amount in two of them. */
const isInPlace = (row: CsvRow, head: CsvRow, columns: Columns): boolean =>
  row.record.length <= head.record.length &&
  !(
    row.width > head.width &&
    (['price', 'floor'] as const).some((name) => columns.has(name) && isCutInTwo(row, columns.get(name)!))
  );

/** Columns that the file has besides, such as the stock, are passed over. */
function findColumns(head: readonly string[]): Columns {
  const found = new Map<Column, number>();
  for (const [at, name] of head.entries()) {
    const column = COLUMNS.find((one) => one === folded(name).replaceAll(' ', '_'));
    if (column === undefined) continue;
    if (found.has(column)) refuseField('invalidFormat', 'text', 'twice');
    found.set(column, at);
  }
  return found;
}

const namesOf = ({ name }: GoodsRow): string[] =>
  Object.values(name).flatMap((one) => (one ? [folded(one)] : []));

type Others = { readonly isRepeated: boolean; readonly names: ReadonlySet<string> };

/** What keeps a line from being about one product, with what it says of it. */
function problemOfIdentity(
  { row: { isBroken, record }, cell }: Line,
  row: GoodsRow | undefined,
  { isRepeated, names }: Others,
): [GoodsProblem, string] | null {
  const [id, name] = [cell('id'), cell('name')];
  if (isBroken) return ['fields', record.join(' ')];
  if (isRepeated) return ['repeated', id || name];
  if (id !== '' && !row) return ['unknown', id];
  if (row) return name === '' || namesOf(row).includes(folded(name)) ? null : ['name', name];
  // Without its id, a line with the name of a product would make a second one.
  if (!NameTexts.safeParse({ en: name }).success || names.has(folded(name))) return ['name', name];
  return cell('price') === '' ? ['price', ''] : null;
}

type AmountField = 'price' | 'floor' | 'price_tiers';
type AmountCells = {
  readonly question: AmountQuestion | null;
  readonly of: (line: Line, field: AmountField) => readonly Amount[];
};

const TIER = /^\s*(\d{1,5})\s*[:=]\s*(.+)$/;
const tiersIn = (text: string): string[] => text.split(';').filter((tier) => tier.trim() !== '');

/**
 * All amounts of the file, whose decimals have one sign. What stands there as the export writes it and is the product's
 * own is in no doubt, whatever it could mean elsewhere.
 */
function readAmountCells(
  lines: readonly Line[],
  byId: ReadonlyMap<string, GoodsRow>,
  sign: DecimalSign | undefined,
): AmountCells {
  const cells = lines.flatMap((line) => {
    const row = byId.get(line.cell('id'));
    return (['price', 'floor', 'price_tiers'] as const).flatMap((field) => {
      const written = line.cell(field);
      const isOwn = row !== undefined && fieldOf(row, field) === written;
      const texts =
        field === 'price_tiers' ? tiersIn(written).map((tier) => TIER.exec(tier)?.[2] ?? tier) : [written];
      return texts.map((text) => ({ line, field, text: text.trim(), isOwn }));
    });
  });
  const first = readAmounts(
    cells.map(({ text }) => text),
    '.',
  );
  const own = new Set(first.ambiguous.map(({ at }) => at).filter((at) => cells[at]!.isOwn));
  // With a zero more, a point before three digits can be for decimals only.
  const texts = cells.map(({ text }, at) => (own.has(at) ? `${text}0` : text));
  const column = readAmounts(texts, sign);
  const byLine = new Map<Line, Map<AmountField, Amount[]>>();
  for (const [at, { line, field }] of cells.entries()) {
    const fields = byLine.get(line) ?? new Map<AmountField, Amount[]>();
    fields.set(field, [...(fields.get(field) ?? []), column.amounts[at]!]);
    byLine.set(line, fields);
  }
  return {
    question: questionOf(
      column,
      texts,
      cells.map(({ line }) => line.row.line),
    ),
    of: (line, field) => byLine.get(line)?.get(field) ?? [],
  };
}

type Wrong = { readonly problem: GoodsProblem; readonly value: string };
type ReadFields = { readonly fields: Fields; readonly isInDoubt: boolean };

/** What a line sets; an empty cell sets nothing. */
function readFields(line: Line, amounts: AmountCells): ReadFields | Wrong {
  const fields: Record<string, string> = {};
  let isInDoubt = false;
  for (const field of GOODS_FIELDS) {
    const written = line.cell(field);
    if (written === '') continue;
    const read =
      field === 'price' || field === 'floor' || field === 'price_tiers'
        ? readAmountField(field, written, amounts.of(line, field))
        : readPlain(field, written);
    if (read === null) return { problem: field, value: written };
    if (read === 'ambiguous') isInDoubt = true;
    else fields[field] = read;
  }
  return { fields, isInDoubt };
}

/** Null where it is no amount. `0` takes a floor or the tiers away. */
function readAmountField(field: AmountField, written: string, amounts: readonly Amount[]): string | null {
  if (amounts.includes('ambiguous')) return 'ambiguous';
  if (amounts.some((amount) => typeof amount !== 'bigint')) return null;
  const micro = amounts as readonly bigint[];
  if (field !== 'price_tiers') {
    if (micro[0] === 0n) return field === 'floor' ? '' : null;
    return formatMicro(micro[0]!);
  }
  if (written === '0') return '';
  const starts = tiersIn(written).map((tier) => Number(TIER.exec(tier)?.[1]));
  if (starts.some((start) => !Number.isInteger(start))) return null;
  return formatTiers({
    tiers: starts
      .map((minQuantity, at) => ({ minQuantity, priceMicro: micro[at]! }))
      .toSorted((a, b) => a.minQuantity - b.minQuantity),
  });
}

/** Spreadsheets write their own language's word for what was downloaded as `true`. */
const YES = new Set([
  'true',
  'yes',
  '1',
  'да',
  '是',
  'sim',
  'истина',
  'verdadeiro',
  'verdadero',
  'wahr',
  'vrai',
]);
const NO = new Set(['false', 'no', '0', 'нет', '否', 'não', 'nao', 'ложь', 'falso', 'falsch', 'faux']);

function readPlain(field: Exclude<GoodsField, AmountField>, written: string): string | null {
  const text = folded(written);
  if (field === 'on_sale') return YES.has(text) ? 'true' : NO.has(text) ? 'false' : null;
  if (field === 'visibility') return VISIBILITIES.find((one) => one === text) ?? null;
  if (field === 'level_ids') return /^\d{1,18}( \d{1,18})*$/.test(text) ? text : null;
  if (field === 'category_id') return /^\d{1,18}$/.test(text) ? text : null;
  const isSigned = field === 'sort_order';
  return (isSigned ? /^-?\d{1,6}$/ : /^\d{1,6}$/).test(text) ? String(Number(text)) : null;
}

/** A new product before its line is read, with what a form suggests. */
const blank = (ctx: Ctx, name: string, mostHours: number): GoodsRow => ({
  id: 0n,
  category_id: 0n,
  name: { [ctx.language]: name },
  description: {},
  price_micro: 0n,
  floor_micro: null,
  cost_micro: null,
  tiers: [],
  min_quantity: 1,
  max_quantity: 10_000,
  genders: ['random'],
  warranty_hours: Math.min(24, mostHours),
  separator: '----',
  columns: ['account', 'password'],
  instruction: {},
  instruction_in_mail: true,
  file_name: '',
  image: null,
  on_sale: false,
  sort: 0,
  created_at: new Date(0),
  updated_at: new Date(0),
  family_id: null,
  visibility: 'everybody',
  link_key: '',
  level_ids: [],
  most_per_buyer: null,
  most_per_day: null,
  stock_display: null,
  low_at: null,
  low_days: null,
  newest_first: false,
  search_words: [],
});

function newGoodsOf(row: GoodsRow): Plan['created'][number] {
  const { id: _, image: _i, created_at: _c, updated_at: _u, family_id: _f, link_key: _l, ...goods } = row;
  return goods;
}
