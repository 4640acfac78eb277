import { parseMicro, UsdtAmount, type DecimalSign } from '@portside/contract';

/**
 * An amount in micro-USDT, or why a cell has none: it has more than six decimals, is in another currency, could be two
 * amounts, or is wrong otherwise.
 */
export type Amount = bigint | 'precision' | 'currency' | 'ambiguous' | 'wrong';

/** A cell that could be two amounts: with a point for decimals, and with a comma. */
type AmbiguousCell = { readonly at: number; readonly point: string; readonly comma: string };

/** Cells that could be two amounts: the first with its line and both readings, and how many there are. */
export type AmountQuestion = {
  readonly line: number;
  readonly value: string;
  readonly point: string;
  readonly comma: string;
  readonly lines: number;
};

/** What to ask; null where nothing is in doubt. `lines` are those of the cells. */
export function questionOf(
  { ambiguous }: Column,
  cells: readonly string[],
  lines: readonly number[],
): AmountQuestion | null {
  const [first] = ambiguous;
  if (first === undefined) return null;
  const { at, point, comma } = first;
  return { line: lines[at]!, value: cells[at]!, point, comma, lines: ambiguous.length };
}

type Column = {
  readonly amounts: readonly Amount[];
  readonly ambiguous: readonly AmbiguousCell[];
};

/**
 * The amounts of a column, as people of any country and their spreadsheets write them. Whether a comma or a point is the
 * sign for decimals is found from the whole column: "1,25" says it, "1,250" does not. A sign keeps its role, so "1,250"
 * beside "1,25" is no thousand; "1.250" beside it is probably one, but people mix, and it stays in doubt unless `decided`
 * tells. Nothing is rounded.
 */
export function readAmounts(cells: readonly string[], decided?: DecimalSign): Column {
  const read = cells.map(readCell);
  const proven = new Set(
    read.flatMap(({ point, comma }) =>
      point === null && comma !== null ? [','] : comma === null && point !== null ? ['.'] : [],
    ),
  );
  const known = proven.size === 1 ? [...proven][0] : undefined;
  const ambiguous: AmbiguousCell[] = [];
  const amounts = read.map(({ problem, point, comma, sign }, at): Amount => {
    if (problem !== null) return problem;
    if (point === null || comma === null || point === comma) return toMicro((point ?? comma)!);
    // Where it has the column's sign, that is for decimals.
    if (sign === known) return toMicro(sign === ',' ? comma : point);
    ambiguous.push({ at, point, comma });
    return decided === undefined ? 'ambiguous' : toMicro(decided === ',' ? comma : point);
  });
  return { amounts, ambiguous };
}

type Cell = {
  readonly problem: 'wrong' | 'currency' | null;
  /** A decimal if a point is the sign for decimals, and if a comma is; null where it cannot be. */
  readonly point: string | null;
  readonly comma: string | null;
  /** The first of the two signs. */
  readonly sign: string | undefined;
};

const CURRENCY = /^(?:usdt?|us\$|\$|₮)\s*|\s*(?:usdt?|us\$|\$|₮)$/giu;
/** Each the same digit, ten in a row from here. */
const ZEROS = [0x660, 0x6f0, 0xff10];

function readCell(written: string): Cell {
  const text = written
    .trim()
    // A spreadsheet's way to say that a cell is text.
    .replace(/^="(.*)"$/u, '$1')
    .replace(/^'/u, '')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replaceAll(/[٠-٩۰-۹０-９]/gu, toAsciiDigit)
    .replaceAll(/[\s\u2800]/gu, ' ')
    .replaceAll(/['’ʼ‘`´′٬]/gu, "'")
    .replaceAll('．', '.')
    .replaceAll(/[，٫]/gu, ',')
    .trim()
    .replace(CURRENCY, '')
    .replace(/^[+＋]/u, '');
  const sign = /[.,]/u.exec(text)?.[0];
  if (text === '') return { problem: null, point: '0', comma: '0', sign };
  const [point, comma] = [readWith('.', text), readWith(',', text)];
  const isOther = /[\p{Sc}\p{L}]/u.test(text.replace(/\de[+-]?\d/iu, ''));
  const problem = point !== null || comma !== null ? null : isOther ? 'currency' : 'wrong';
  return { problem, point, comma, sign };
}

const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  return String(code - ZEROS.findLast((zero) => zero <= code)!);
};

/** Whole numbers plain, by thousands with one kind of separator, or as in India; then perhaps decimals. */
const GRAMMAR = {
  '.': /^(?<whole>\d+|[1-9]\d{0,2}(?<separator>[ ',])\d{3}(?:\k<separator>\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3})?(?:\.(?<decimals>\d*))?$/u,
  ',': /^(?<whole>\d+|[1-9]\d{0,2}(?<separator>[ '.])\d{3}(?:\k<separator>\d{3})*)?(?:,(?<decimals>\d*))?$/u,
};

function readWith(sign: DecimalSign, text: string): string | null {
  const { whole = '', decimals = '' } = GRAMMAR[sign].exec(text)?.groups ?? {};
  if (whole + decimals === '') return null;
  const plain = whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '') || '0';
  const exact = decimals.replace(/0+$/u, '');
  return exact === '' ? plain : `${plain}.${exact}`;
}

const MOST_DECIMALS = 6;

function toMicro(decimal: string): Amount {
  if ((decimal.split('.')[1] ?? '').length > MOST_DECIMALS) return 'precision';
  const amount = UsdtAmount.safeParse(decimal);
  return amount.success ? parseMicro(amount.data) : 'wrong';
}
