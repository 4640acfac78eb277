import { FINDINGS, type Finding, type FindingTexts } from './findings.ts';

type Words = {
  readonly language: string;
  readonly texts: FindingTexts;
  /** An ISO 8601 time as the reader of this place reads times. */
  readonly formatTime: (iso: string) => string;
};

/** A finding as one sentence in the reader's language. */
export function wordFinding(finding: Finding, words: Words): string {
  const { code } = finding;
  const kinds: Readonly<Record<string, string>> = FINDINGS[code];
  const facts: Readonly<Record<string, string | number>> = finding.facts;
  return words.texts[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    formatFact(facts[name] ?? '–', kinds[name], words),
  );
}

function formatFact(
  value: string | number,
  kind: string | undefined,
  { language, formatTime }: Words,
): string {
  if (kind === 'time') return formatTime(String(value));
  if (kind === 'count') return value.toLocaleString(language);
  // Decimal text is formatted exactly, not as a floating number.
  if (kind === 'amount') {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6, roundingMode: 'trunc' } as const;
    return new Intl.NumberFormat(language, digits).format(value as Intl.StringNumericLiteral);
  }
  return String(value);
}
