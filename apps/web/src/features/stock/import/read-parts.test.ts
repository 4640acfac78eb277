import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readParts, readText } from './read-parts.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function partsOf(text: string, kind: 'text' | 'csv', size = 7, partChars = 20): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of readParts(inChunks(text, size), kind, partChars)) parts.push(part);
  return parts;
}

test('parts together are the file, and each but the last ends with a line', async () => {
  const line = fc.string({ maxLength: 15 }).map((text) => text.replaceAll('\n', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
      const text = lines.join('\n');
      const parts = await partsOf(text, 'text', size);
      expect(parts.join('')).toBe(text);
      for (const part of parts.slice(0, -1)) expect(part.at(-1)).toBe('\n');
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(36);
    }),
  );
});

test('a row of CSV is not cut at a line break in its quotes', async () => {
  const text = 'ann,one\n"bob,\ntwo lines",x\ncleo,three\ndan,four\n';
  const parts = await partsOf(text, 'csv');
  expect(parts.join('')).toBe(text);
  expect(parts[0]).toBe('ann,one\n');
  expect(parts[1]).toBe('"bob,\ntwo lines",x\n');
});

test('a quote that nobody closes does not hold up the rest', async () => {
  const text = `ann,pa"ss\n${'bob,word\n'.repeat(10)}`;
  const parts = await partsOf(text, 'csv');
  expect(parts.join('')).toBe(text);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(40);
});

test('a line without an end is cut, and what follows it is not lost', async () => {
  const text = `${'x'.repeat(30_000)}\nann----one\n`;
  const read = (await partsOf(text, 'text', 500, 1_000)).join('');
  expect(read.length).toBeLessThan(12_000);
  expect(read).toMatch(/\nann----one\n$/);
});

test('a file is read as UTF-8 wherever its chunks end, and its bytes are counted', async () => {
  const text = 'почта----пароль\n'.repeat(20);
  const bytes = new TextEncoder().encode(text);
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5));
        controller.close();
      },
    });
  let read = 0;
  let found = '';
  for await (const chunk of readText({ stream }, (count) => (read = count))) found += chunk;
  expect(found).toBe(text);
  expect(read).toBe(bytes.length);
});
