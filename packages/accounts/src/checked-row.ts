import type { LineDoubt, LineFault, Trait } from '@portside/contract';
import type { Dated } from './births.ts';

/** Why a row is not sold, by itself. */
export type RowFault = Exclude<LineFault, 'duplicate'>;

/** A row by the rules of its import. */
export type CheckedRow = {
  /** A heading, a `sep=` line and a row for another product are no accounts, and counted as blank. */
  readonly what: 'blank' | 'heading' | 'sep line' | 'other product' | 'line';
  /** What is sold, if it has no fault. */
  readonly text: string;
  readonly values: readonly string[];
  readonly fault: RowFault | null;
  /** Whether no answer makes it an account. */
  readonly isUnfit: boolean;
  /** All that may be asked about it, answered or not. */
  readonly doubts: readonly LineDoubt[];
  /** More values than the account has columns; of a table, also those that are not sold. */
  readonly isWider: boolean;
  /** The separator is within the last value, JSON for one, which is whole once the values behind it are its own. */
  readonly isCut: boolean;
  /** A guard that was taken off for certain, JSON that was joined on one line. */
  readonly isMended: boolean;
  readonly isJoined: boolean;
  /** What it lacks of what is usual in its file. */
  readonly lacks: Trait | null;
  /** The day from which its account ages, by its file. */
  readonly dated?: Dated;
};

/** Of a row that is no account. */
export const nothing = {
  text: '',
  values: [],
  fault: null,
  isUnfit: false,
  doubts: [],
  isWider: false,
  isCut: false,
  isMended: false,
  isJoined: false,
  lacks: null,
};
