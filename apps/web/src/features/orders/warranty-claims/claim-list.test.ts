import { expect, test } from 'vitest';
import { readAccountList } from './claim-list.ts';
import { outcomeOf, partsOf } from './warranty-claim-badge.tsx';

const accounts = [
  'ann@box.example',
  'ann@box.example.org',
  'Bob_77',
  'carl.k',
  'dora',
  'dora',
  'x'.repeat(120),
].map((name, index) => ({ id: String(index + 1), name }));
const read = (text: string) => readAccountList(text, accounts);

test.each([
  ['ann@box.example', ['1']],
  ['ann@box.example:secret:rescue@box.example', ['1']],
  ['ann@box.example.org:secret', ['2']],
  ['ann@box.example----secret', ['1']],
  ['ANN@BOX.EXAMPLE|secret', ['1']],
  ['"Bob_77","se,cret"', ['3']],
  ['\ufeffBob_77\u200b;x\r\ncarl.k\t-\n\n', ['3', '4']],
  ['Bob_77, carl.k', ['3', '4']],
  ['DEAD carl.k:secret', ['4']],
  ['[dead] carl.k wrong password', ['4']],
  ['secret;Bob_77;mail@box.example', ['3']],
  [`${'x'.repeat(150)}:token`, ['7']],
])('the accounts in %j', (text, ids) => {
  expect(read(text)).toEqual({ ids, unknown: [], unclear: [] });
});

test('a name inside of another is none', () => {
  expect(read('ann@box.exampl\nBob_777:secret\nscarl.k').unknown).toEqual([
    'ann@box.exampl',
    'Bob_777:secret',
    'scarl.k',
  ]);
});

test('what may be several accounts chooses none', () => {
  const text = 'dora:secret\ncarl.k Bob_77 nobody';
  expect(read(text)).toEqual({ ids: [], unknown: [], unclear: text.split('\n') });
});

test('lines that name nothing are all listed, and none is lost', () => {
  expect(read('nobody\nBob_77\n\n  nobody else ').unknown).toEqual(['nobody', 'nobody else']);
});

test('ten thousand lines of a ten thousand take no time', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: String(index),
    name: `user${index}@box.example`,
  }));
  const text = many.map(({ name }) => `${name}:${'p'.repeat(60)}:${'q'.repeat(200)}`).join('\n');
  const startMs = performance.now();
  expect(readAccountList(text, many).ids).toHaveLength(10_000);
  expect(performance.now() - startMs).toBeLessThan(10_000);
});

const claim = { state: 'open', accounts: 3, replaced: 0, refunded: 0 } as const;

test('a claim is what became of its accounts, not what was done last', () => {
  expect(outcomeOf(claim)).toBe('open');
  expect(outcomeOf({ ...claim, replaced: 1 })).toBe('partlyOpen');
  expect(outcomeOf({ ...claim, state: 'refunded', replaced: 1, refunded: 2 })).toBe('mixed');
  expect(outcomeOf({ ...claim, state: 'replaced', replaced: 3 })).toBe('replaced');
  expect(outcomeOf({ ...claim, state: 'refunded', refunded: 3 })).toBe('refunded');
  expect(outcomeOf({ ...claim, state: 'refused' })).toBe('refused');
  expect(outcomeOf({ ...claim, state: 'refused', refunded: 1 })).toBe('partlyRefused');
  // Refused at first, remedied later.
  expect(outcomeOf({ ...claim, state: 'refused', refunded: 3 })).toBe('refunded');
});

test('the ends of its accounts are counted where there are several', () => {
  expect(partsOf(claim)).toEqual([]);
  expect(partsOf({ ...claim, state: 'replaced', replaced: 3 })).toEqual([]);
  expect(partsOf({ ...claim, replaced: 1 })).toEqual([
    { end: 'replaced', n: 1 },
    { end: 'open', n: 2 },
  ]);
  expect(partsOf({ ...claim, state: 'refused', replaced: 1, refunded: 1 })).toEqual([
    { end: 'replaced', n: 1 },
    { end: 'refunded', n: 1 },
    { end: 'refused', n: 1 },
  ]);
});
