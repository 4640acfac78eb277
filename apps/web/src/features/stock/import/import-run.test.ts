// @vitest-environment happy-dom
import type { ImportForm, StockBatch } from '@portside/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetImport, retryImport, startImports, useImportRun, resumeImport } from './import-run.ts';

const FORM = { kind: 'text' } as const;
const TEXT = Array.from(
  { length: 20_000 },
  (_, index) => `user-${index}@mail.example----pass-${index}\n`,
).join('');
const nothing = () => Promise.resolve();

type Part = { from_line: number; from_byte: number; text: string };
let parts: Part[];
/** Results of the next calls; calls without an entry succeed. */
let fates: ('lost' | 'anotherFile' | 'importStopped' | 'refused')[];

/** A batch as the server answers it after reading this many lines. */
const batchOf = (lines: number, { from_line = 0, from_byte = 0 } = {}): StockBatch => ({
  id: '7',
  goods_id: '1',
  gender: 'unspecified',
  note: '',
  username: 'ann',
  state: 'running',
  lines,
  expected_lines: null,
  file: { name: 'a.txt', bytes: TEXT.length, form: FORM, from_line, from_byte },
  duplicates: 0,
  rejected: 0,
  held: { 'same account': 0, 'same login': 0 },
  added: lines,
  free: lines,
  sold: 0,
  remedied: 0,
  claimed: 0,
  withdrawn: 0,
  waiting: 0,
  waits_for: null,
  cost: null,
  supplier: null,
  stopped_at: null,
  born_on: '2026-11-22',
  own_days: null,
  moved_to: [],
  created_at: '2026-11-22T00:00:00.000Z',
  finished_at: null,
});
const answer = (code: number, data: unknown): Response => Response.json({ code, message: '', data });

beforeEach(() => {
  parts = [];
  fates = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    if (url.endsWith('/end')) return Promise.resolve(answer(200, { ...batchOf(20_000), state: 'done' }));
    const part = JSON.parse(body as string) as Part;
    parts.push(part);
    const fate = fates.shift();
    if (fate === 'lost') return Promise.reject(new TypeError('network'));
    if (fate === 'anotherFile') return Promise.resolve(answer(300_041, null));
    if (fate === 'importStopped') return Promise.resolve(answer(300_026, null));
    if (fate === 'refused') return Promise.resolve(answer(519, null));
    const lines = part.from_line + part.text.split('\n').length - 1;
    return Promise.resolve(answer(200, batchOf(lines, part)));
  });
});
afterEach(() => {
  forgetImport();
  vi.unstubAllGlobals();
});

const begin = (batch: StockBatch): Promise<void> =>
  startImports([resumeImport(batch, FORM, new Blob([TEXT]))], nothing);
const phase = () => useImportRun.getState().run?.phase;
const isLeavingAsked = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('a part whose answer was lost is sent again, and leaving is asked about until the end', async () => {
  fates = ['lost'];
  const running = begin(batchOf(0));
  await vi.waitFor(() => expect(phase()).toBe('waiting'));
  expect(isLeavingAsked()).toBe(true);
  retryImport();
  await running;
  expect(phase()).toBe('done');
  expect(isLeavingAsked()).toBe(false);
  expect(parts[1]).toEqual(parts[0]);
  const read = parts.slice(1).map(({ text }) => text);
  expect(read.length).toBeGreaterThan(1);
  expect(read.join('')).toBe(TEXT);
});

test('what the shop refuses is said to be refused, and sent again on request only', async () => {
  fates = ['refused'];
  const running = begin(batchOf(0));
  await vi.waitFor(() => expect(phase()).toBe('refused'));
  expect(isLeavingAsked()).toBe(true);
  expect(parts).toHaveLength(1);
  retryImport();
  await running;
  expect(phase()).toBe('done');
});

test('an import that broke off is sent from where its last part began', async () => {
  await begin(batchOf(0));
  const last = parts.at(-1)!;
  parts = [];
  await begin(batchOf(last.from_line + 500, last));
  expect(parts).toEqual([last]);
  expect(phase()).toBe('done');
});

test.each(['anotherFile', 'importStopped'] as const)('no waiting mends %s', async (fate) => {
  fates = [fate];
  await begin(batchOf(0));
  expect(phase()).toBe(fate === 'anotherFile' ? 'anotherFile' : 'stopped');
  expect(parts).toHaveLength(1);
  expect(isLeavingAsked()).toBe(false);
});

test('a file that cannot be read any more ends it', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const file = new Blob([TEXT]);
  file.slice = () => {
    throw new DOMException('moved', 'NotReadableError');
  };
  await startImports([resumeImport(batchOf(0), FORM, file)], nothing);
  expect(phase()).toBe('unreadable');
  expect(reported).toHaveBeenCalledOnce();
});

test('what is forgotten sends nothing more', async () => {
  fates = ['lost'];
  const running = begin(batchOf(0));
  await vi.waitFor(() => expect(phase()).toBe('waiting'));
  forgetImport();
  await running;
  expect(parts).toHaveLength(1);
  expect(useImportRun.getState().run).toBeNull();
});

test('a file for two products is opened for both before it is sent, and each import gets its own rows', async () => {
  const table = { kind: 'csv', delimiter: ',', has_header: false, separator: '----' } as const;
  const form = (values: string[], others: string[]): ImportForm => ({
    ...table,
    own_rows: { column: 2, values, others, holds_rest: false },
  });
  const file = new Blob(['h,h,h\nx,y,DE\na,1,DE\nb,2,BR\nc,3,BR\n']);
  const job = (id: string, goodsId: string, own: ImportForm) =>
    resumeImport({ ...batchOf(0), id, goods_id: goodsId }, own, file);
  const calls: string[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    const id = /imports\/(\d+)/.exec(url)![1]!;
    const { run } = useImportRun.getState();
    if (!url.endsWith('/end')) parts.push(JSON.parse(body as string) as Part);
    calls.push(`${id} of ${run!.batches.length}`);
    const state = url.endsWith('/end') ? ('done' as const) : ('running' as const);
    return Promise.resolve(answer(200, { ...batchOf(5), id, state }));
  });
  await startImports([job('7', '1', form(['DE'], ['BR'])), job('8', '2', form(['BR'], ['DE']))], nothing);
  expect(calls).toEqual(['7 of 2', '7 of 2', '8 of 2', '8 of 2']);
  expect(parts.map(({ text }) => text)).toEqual([
    'h,h,h\nx,y,DE\na,1,DE\n\n\n',
    'h,h,h\nx,y,DE\n\nb,2,BR\nc,3,BR\n',
  ]);
  expect(useImportRun.getState().run).toMatchObject({ phase: 'done', batches: [{ id: '7' }, { id: '8' }] });
});
