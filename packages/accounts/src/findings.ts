import type { ImportForm, LineDoubt, LineFault, Trait } from '@portside/contract';

/** In what order a day, a month and a year are written. */
export type DayOrder = NonNullable<NonNullable<ImportForm['born']>['order']>;

/** How many accounts are born on a day; null: it is not said. */
export type Birth = { readonly day: string | null; readonly count: number };

/**
 * What a survey of a whole file found, of one kind. `certain` findings say what is done with them; `asked` ones hold the
 * import until the operator has answered. What the answer changes stands in the form of the import, so that browser and
 * server read by the same rules.
 */
export type Finding = {
  readonly kind: FindingKind;
  /** How many lines (rows of a table) it concerns. */
  readonly count: number;
  /** The first lines it concerns, as they are in the file: three at most, each cut for display. */
  readonly samples: readonly { readonly line: number; readonly text: string }[];
  readonly isAsked: boolean;
  /** What may be answered, the proposed one first; empty where nothing is to be chosen. */
  readonly options: readonly Answer[];
  readonly details: readonly Detail[];
};

/** What a finding tells besides its lines. */
export type Detail =
  | { readonly column: string }
  /** An invisible character by name, with how many of it there are. */
  | { readonly character: string; readonly count: number }
  /** How many lines have that many values. */
  | { readonly width: number; readonly count: number }
  /** What usually separates two values, and how many values hold it. */
  | { readonly separator: string; readonly count: number }
  /** How many of the file's lines have every value. */
  | { readonly whole: number; readonly lines: number }
  /** What nearly all lines have in common, and how many have not. */
  | { readonly trait: Trait; readonly count: number };

/** A kind is a reason not to sell a line, or one of these. */
export type FindingKind =
  | LineFault
  /** The first line names the columns. */
  | 'first heading'
  /** The first line may name the columns: it is unlike all others. */
  | 'heading or account'
  /** `sep=;` in the first line: obeyed, and no account. */
  | 'sep line'
  /** Byte order marks at the start of lines, as joined files have them: dropped. */
  | 'mark'
  /** Invisible and direction characters: kept unless the operator says otherwise. */
  | 'invisible'
  /** Blanks and tabs round values: no part of them unless the operator says otherwise. */
  | 'blanks'
  /** Values that were JSON over several lines: joined on one, equal as JSON. */
  | 'joined'
  /** Columns of the file that are not sold. */
  | 'left out'
  /** The heading names the columns in another order than they are sold in, or does not name one that the product has. */
  | 'mapping'
  /** A usual separator within values, in many lines: they may hold two values. */
  | 'other separator'
  /** Lines that lack a value are whole by another separator. */
  | 'mixed separators'
  /** Lines that are no accounts may be broken off them, or be headings that say something about those below. */
  | 'between accounts'
  /** Most passwords are addresses, and no logins are. */
  | 'swapped'
  /** Many lines begin with the same login: they may be values under their names, or accounts over several lines. */
  | 'repeated logins'
  /** Nearly all long numbers of a column end in zeros, as spreadsheets leave them. */
  | 'lost figures'
  /** Many rows have something else in a column than its name says. */
  | 'other values'
  /** More than half of the lines are no whole account: the form is probably wrong. */
  | 'mostly unfit'
  /** The file is one of the shop's own exports. */
  | 'own export';

/**
 * An answer: the part of the form that it sets, by `answerForm`. One that sets nothing (`go on`) is remembered by whoever
 * asked: the finding is asked again by every survey.
 */
export type Answer = {
  /** Names the answer for its wording. */
  readonly name:
    | 'refuse'
    | 'sell'
    | 'mend'
    | 'last'
    | 'further'
    | 'drop'
    | 'keep'
    | 'heading'
    | 'account'
    | DayOrder
    | 'go on';
  readonly set: Partial<ImportForm>;
};

/** A form with an answer in it. */
export const answerForm = (form: ImportForm, { set }: Pick<Answer, 'set'>): ImportForm => {
  const doubts = form.doubts || set.doubts ? { doubts: { ...form.doubts, ...set.doubts } } : {};
  return { ...form, ...set, ...doubts } as ImportForm;
};

export type SurveyOptions = {
  /** How many bytes of the file, as UTF-8, are read. */
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
  /** Where the shop is: later days are none of accounts, and without it no value is one. */
  readonly today?: string;
};

/** A survey of a whole file, with the form that it was read by. */
export type Survey = {
  readonly form: ImportForm;
  /** Lines or rows that are not blank. */
  readonly lines: number;
  /** Of these, how many would be sold, were they new to the shop. */
  readonly sellable: number;
  readonly findings: readonly Finding[];
  /** The first twenty, as they would be sold or why not. */
  readonly preview: readonly PreviewLine[];
  /** The first row's values, for mapping columns; of text, those that its separator makes. */
  readonly sample: readonly string[];
  /**
   * Of each column of a table, what its sellable rows say there and how many, the most frequent first; null where that
   * is too much for a column that could name products. Empty for lines of text.
   */
  readonly columnValues: readonly (readonly ColumnValue[] | null)[];
  /** From when the accounts age that would be sold, by the column that the form names. */
  readonly births: readonly Birth[];
  /** The values of a line that seem to be days, from 0. */
  readonly dayColumns: readonly number[];
  /** What these values are called, or those of the first line. */
  readonly dayNames: readonly string[];
};

/** Without blanks round it; empty where rows say nothing. */
export type ColumnValue = { readonly value: string; readonly count: number };

export type PreviewLine = {
  readonly line: number;
  /** The values as a buyer would see them. */
  readonly values: readonly string[];
  /** The text that would be sold. */
  readonly account: string;
  readonly fault: LineFault | null;
};

/** What is about the whole file comes first: its answer may settle what is about lines. */
export const FINDING_ORDER: readonly FindingKind[] = [
  'own export',
  'sep line',
  'first heading',
  'heading or account',
  'mapping',
  'left out',
  'surplus',
  'row width',
  'mostly unfit',
  'other order',
  'guard',
  'open value',
  'other separator',
  'mixed separators',
  'between accounts',
  'swapped',
  'repeated logins',
  'other values',
  'lost figures',
  'unlike',
  'several',
  'beside JSON',
  'numbered',
  'label',
  'rounded',
  'damaged',
  'dead',
  'sum',
  'ornament',
  'heading',
  'mark',
  'invisible',
  'blanks',
  'joined',
  'unclear date',
  'part date',
  'no date',
  'column missing',
  'separator in a field',
  'line break',
  'no product',
  'open quote',
  'too long',
  'control characters',
  'not UTF-8',
  'duplicate',
];

/** Questions that are answered by going on. */
export const GOING_ON = new Set<FindingKind>([
  'mapping',
  'mixed separators',
  'between accounts',
  'swapped',
  'other separator',
  'repeated logins',
  'other values',
  'lost figures',
  'mostly unfit',
]);

/** What a finding means for the import. */
export type Meant = Pick<Finding, 'isAsked' | 'options' | 'details'>;

export const said = (options: readonly Answer[] = [], details: readonly Detail[] = []): Meant => ({
  isAsked: false,
  options,
  details,
});

export const asked = (options: readonly Answer[], details: readonly Detail[] = []): Meant => ({
  isAsked: true,
  options,
  details,
});

export const columnsOf = (names: readonly string[]): readonly Detail[] => names.map((column) => ({ column }));

/** Of lines that cannot be mended. */
export const doubtAnswers = (kind: LineDoubt, liftable: number): Answer[] =>
  liftable === 0
    ? []
    : (kind === 'part date' ? (['sell', 'refuse'] as const) : (['refuse', 'sell'] as const)).map((name) => ({
        name,
        set: { doubts: { [kind]: name } },
      }));

export const BLANK_ANSWERS: readonly Answer[] = [
  { name: 'drop', set: { keeps_blanks: false } },
  { name: 'keep', set: { keeps_blanks: true } },
];

export const INVISIBLE_ANSWERS: readonly Answer[] = [
  { name: 'drop', set: { drops_invisible: true } },
  { name: 'keep', set: { drops_invisible: false } },
];

/** Of days that are written in an order which nobody has said. */
export const orderAnswers = (
  { column }: NonNullable<ImportForm['born']>,
  orders: readonly DayOrder[],
): Answer[] => orders.map((order) => ({ name: order, set: { born: { column, order } } }));

/** Of a first line that may name the columns. */
export function headingAnswers(values: readonly string[], { kind }: ImportForm): readonly Answer[] {
  const heading = values.map((value) => value.trim());
  const header = kind === 'csv' ? { has_header: true, width: heading.length } : {};
  return [
    { name: 'heading', set: { heading, ...header } },
    { name: 'account', set: { doubts: { heading: 'sell' } } },
  ];
}

/** Of columns without names that are not sold: the last one's rest, as JSON without quotes is, or really not sold. */
export function leftOutAnswers({ heading, ...form }: ImportForm): readonly Answer[] {
  const goOn: Answer = { name: 'go on', set: {} };
  if (heading !== undefined) return [goOn];
  const width = form.kind === 'csv' ? (form.columns?.length ?? 1) : 1;
  return [{ name: 'last', set: { surplus: 'last', width } }, goOn];
}

/** Of lines from which something can be taken off; rows under another heading are rarely right as they are. */
export const mendAnswers = (kind: LineDoubt): Answer[] => {
  const names =
    kind === 'other order' ? (['mend', 'refuse', 'sell'] as const) : (['mend', 'sell', 'refuse'] as const);
  return names.map((name) => ({ name, set: { doubts: { [kind]: name } } }));
};
