import type { ImportForm } from '@portside/contract';
import type { Survey, Finding } from './findings.ts';
type O = { format: { separator: string; columns: readonly string[] }; form: ImportForm | null; signal?: AbortSignal; onProgress?: (b: number) => void };
export async function surveyFile(file: Blob, { form, format, onProgress }: O): Promise<Survey> {
  for (let i = 0; i < 5; i++) { onProgress?.((file.size * i) / 5); await new Promise((r) => setTimeout(r, 150)); }
  const text = await file.text();
  const lines = text.split('\n').filter(Boolean);
  const f = (kind: Finding['kind'], count: number, isAsked: boolean, options: Finding['options'] = [], details: string[] = []): Finding => ({ kind, count, isAsked, options, details, samples: lines.slice(0, Math.min(3, count)).map((text, i) => ({ line: i * 413 + 1, text })) });
  const d = (kind: any): Finding['options'] => [{ name: 'refuse', set: { doubts: { [kind]: 'refuse' } } }, { name: 'sell', set: { doubts: { [kind]: 'sell' } } }];
  const used: ImportForm = form ?? { kind: 'csv', delimiter: ';', has_header: true, separator: format.separator, heading: ['login', 'password', 'mail', 'note'], columns: [0, 1, 2] };
  const findings = [
    f('heading or account', 1, used.heading === undefined || !form, [{ name: 'heading', set: {} }, { name: 'account', set: {} }]),
    f('surplus', 1234, !used.surplus, [{ name: 'last', set: { surplus: 'last' } }, { name: 'further', set: { surplus: 'further' } }, { name: 'refuse', set: { surplus: 'refuse' } }]),
    f('sum', 2, !used.doubts?.sum, d('sum')),
    f('guard', 21, !used.doubts?.guard, [{ name: 'mend', set: { doubts: { guard: 'mend' } } }, { name: 'sell', set: { doubts: { guard: 'sell' } } }]),
    f('mostly unfit', 900, true, [{ name: 'go on', set: {} }]),
    f('own export', 900, true, [{ name: 'go on', set: {} }]),
    f('open value', 3, !used.doubts?.['open value'], d('open value')),
    f('first heading', 1, false), f('mark', 1, false), f('too long', 1, false), f('left out', 1300, false, [], ['note']),
    f('invisible', 2, false, [{ name: 'keep', set: { drops_invisible: false } }, { name: 'drop', set: { drops_invisible: true } }], ['U+200B', 'U+202E']),
    f('blanks', 12, false, [{ name: 'drop', set: { keeps_blanks: false } }, { name: 'keep', set: { keeps_blanks: true } }]),
    f('column missing', 12, false), f('open quote', 1, false), f('control characters', 1, false, [], ['U+0001']),
  ];
  return { form: used, lines: 1300, sellable: 1200, findings, sample: lines[0]?.split(';') ?? [], preview: lines.slice(0, 20).map((account, i) => ({ line: i + 1, account, values: account.split(format.separator), fault: i === 3 ? 'column missing' : null })) };
}
