import type { ImportForm, LineFault } from '@portside/contract';

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
  /** What the kind needs in words: widths, characters by name, columns left out. */
  readonly details: readonly string[];
};

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
    | 'go on';
  readonly set: Partial<ImportForm>;
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
};

export type PreviewLine = {
  readonly line: number;
  /** The values as a buyer would see them. */
  readonly values: readonly string[];
  /** The text that would be sold. */
  readonly account: string;
  readonly fault: LineFault | null;
};
