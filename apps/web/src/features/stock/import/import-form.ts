import type { Answer, Finding, FindingKind } from '@portside/accounts/findings';
import type { ImportForm } from '@portside/contract';

/** What was asked, and the answer so far. */
export type Question = { readonly finding: Finding; readonly answer: Answer | null };

/** The answers given, with the finding that each belongs to. */
export type Answers = ReadonlyMap<FindingKind, { readonly finding: Finding; readonly answer: Answer }>;

/** All questions of a file, answered or not, so that an answer can be changed; in the order in which they came up. */
export function questionsOf(findings: readonly Finding[], answers: Answers): Question[] {
  const known = [...answers.values()].map(({ finding, answer }): Question => {
    const now = findings.find(({ kind }) => kind === finding.kind) ?? finding;
    // Once answered, a finding may be reported without its options.
    return { finding: { ...now, options: finding.options }, answer };
  });
  const open = findings.filter(({ kind, isAsked }) => isAsked && !answers.has(kind));
  return [...known, ...open.map((finding) => ({ finding, answer: null }))];
}

/** Whether the form says what this answer says. */
export function isChosen(form: ImportForm, { set }: Answer): boolean {
  const { doubts = {}, ...rest } = set;
  const isIn = (whole: object, part: object): boolean =>
    Object.entries(part).every(
      ([name, value]) => JSON.stringify(Reflect.get(whole, name)) === JSON.stringify(value),
    );
  return isIn(form, rest) && isIn(form.doubts ?? {}, doubts);
}

const DAY_DOUBTS = ['no date', 'unclear date', 'part date'] as const;

/** With another column of days, or none; what was answered about the days of the one before is open again. */
export function withBornColumn(
  { answers, form }: { readonly answers: Answers; readonly form: ImportForm },
  column: number | null,
): { answers: Answers; form: ImportForm } {
  const { born: _, doubts, ...rest } = form;
  const kept = { ...doubts };
  for (const kind of DAY_DOUBTS) delete kept[kind];
  const left = new Map(answers);
  for (const kind of DAY_DOUBTS) left.delete(kind);
  const by = { ...(doubts && { doubts: kept }), ...(column !== null && { born: { column } }) };
  return { answers: left, form: { ...rest, ...by } };
}

/** With other columns or another heading: what was usual in the lines as they were read before says nothing. */
export function withoutUsual(form: ImportForm): ImportForm {
  const { usual: _, usual_line: __, usual_kinds: ___, is_counted: ____, ...rest } = form;
  return rest;
}

/** For each column of an account, the file's column; null where it is left out. */
type Mapping = readonly (number | null)[];

/** The form's mapping; by default columns keep the file's order. */
export const mappingOf = (
  chosen: readonly number[] | undefined,
  accountColumns: number,
  fileColumns: number,
): Mapping =>
  Array.from({ length: accountColumns }, (_, place) => {
    if (chosen) return chosen[place] ?? null;
    return place < fileColumns ? place : null;
  });

/**
 * The form's columns with one changed. Omitted columns close up, because an account has no gaps; at least one stays.
 */
export function mapColumn(mapping: Mapping, place: number, from: number | null): number[] {
  const changed = mapping.map((known, index) => (index === place ? from : known));
  const kept = changed.filter((one) => one !== null);
  return kept.length > 0 ? kept : [mapping.find((one) => one !== null) ?? 0];
}
