import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readParts, type FilePart } from './read-parts.ts';

/** A file that is read in chunks of this size. */
const fileOf = (text: string, size = 7): Pick<Blob, 'slice'> => ({
  slice: (from) => {
    const bytes = new TextEncoder().encode(text).subarray(from);
    const stream = () =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
    return { stream } as Blob;
  },
});

async function partsOf(
  text: string,
  kind: 'text' | 'csv',
  { size = 7, partBytes = 20, from = 0 } = {},
): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  for await (const part of readParts(fileOf(text, size), kind, from, partBytes)) parts.push(part);
  return parts;
}
const textOf = (parts: readonly FilePart[]): string => parts.map(({ text }) => text).join('');

test('parts together are the file, each but the last ends with a line, and each leads to the ones after it', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => text.replaceAll('\n', ''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.constantFrom('text' as const, 'csv' as const),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(),
      async (lines, kind, size, pick) => {
        const text = lines.join('\n');
        const parts = await partsOf(text, kind, { size, partBytes: 60 });
        expect(textOf(parts)).toBe(text);
        for (const part of parts.slice(0, -1)) expect(part.text).toMatch(/[\n\r]$/);
        const index = pick % Math.max(1, parts.length);
        const from = parts[index]?.fromByte ?? 0;
        expect(await partsOf(text, kind, { size: 11, partBytes: 60, from })).toEqual(parts.slice(index));
      },
    ),
  );
});

test('a row of CSV is not cut at a line break in its quotes', async () => {
  const text = 'ann,one\n"bob,\ntwo lines",x\ncleo,three\ndan,four\n';
  const parts = await partsOf(text, 'csv');
  expect(textOf(parts)).toBe(text);
  expect(parts[0]!.text).toBe('ann,one\n');
});

test('a quote that nobody closes does not hold up the rest', async () => {
  const text = `ann,pa"ss\n${'bob,word\n'.repeat(10)}`;
  const parts = await partsOf(text, 'csv');
  expect(textOf(parts)).toBe(text);
  expect(parts.length).toBeGreaterThan(4);
});

test('rows that end as on old machines are whole rows', async () => {
  const text = 'ann,one\rbob,two\rcleo,three\rdan,four\r';
  const parts = await partsOf(text, 'csv');
  expect(textOf(parts)).toBe(text);
  expect(parts[0]!.text).toBe('ann,one\rbob,two\r');
});

test('of a line that is longer than a part only the beginning is sent, and what follows it is not lost', async () => {
  const text = `bob----two\n${'x'.repeat(30_000)}\nann----one\n`;
  const parts = await partsOf(text, 'text', { size: 500, partBytes: 10_000 });
  expect(parts).toEqual([
    { fromByte: 0, text: 'bob----two\n' },
    { fromByte: 11, text: `${'x'.repeat(8_000)}\n` },
    { fromByte: 30_012, text: 'ann----one\n' },
  ]);
});

test('the mark at the beginning of a file counts, so that places stay true', async () => {
  const parts = await partsOf('\ufeffann----one\nbob----two\n', 'text');
  expect(parts.map(({ fromByte }) => fromByte)).toEqual([0, 14]);
});
