// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, onFailure } from '../api/api-error.ts';
import { streamFile } from './downloads.ts';

const SECOND_MS = 1_000;

/** A server that sends a file in pieces of ten bytes, each after this many seconds. */
function answerWith(pauses: readonly number[]): void {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      async start(out) {
        signal!.addEventListener('abort', () => out.error(signal!.reason));
        for (const pause of pauses) {
          await new Promise((resolve) => setTimeout(resolve, pause * SECOND_MS));
          if (signal!.aborted) return;
          out.enqueue(new Uint8Array(10).fill(65));
        }
        out.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } }));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  // The browser's timers do not follow the test's clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
    return late.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A running download and its result. */
function begin() {
  const stop = new AbortController();
  const counts: number[] = [];
  const failures: ApiError[] = [];
  const unlisten = onFailure((failure) => failures.push(failure));
  const file = streamFile(
    'exportOrders',
    {},
    { signal: stop.signal, onBytes: (bytes) => counts.push(bytes) },
  );
  const end = file.catch((error: unknown) => error).finally(unlisten);
  return { stop, counts, failures, end };
}

test('a file may take as long as it takes while something of it comes', async () => {
  answerWith(Array.from({ length: 20 }, () => 40));
  const { counts, end, failures } = begin();
  await vi.advanceTimersByTimeAsync(810 * SECOND_MS);
  const file = (await end) as Blob;
  expect([file.size, await file.text(), failures]).toEqual([200, 'A'.repeat(200), []]);
  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => (index + 1) * 10));
});

test('it fails when nothing comes for long, and the page hears of it', async () => {
  answerWith([1, 60]);
  const { end, failures } = begin();
  await vi.advanceTimersByTimeAsync(52 * SECOND_MS);
  expect(await end).toBeInstanceOf(ApiError);
  expect(failures).toHaveLength(1);
});

test('who cancels it hears nothing more', async () => {
  answerWith([1, 40]);
  const { stop, end, failures } = begin();
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
  stop.abort();
  expect(await end).toMatchObject({ name: 'AbortError' });
  expect(failures).toEqual([]);
});

test('a refusal in its place is one', async () => {
  const refusal = { code: 400_003, message: 'no', data: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 403 })));
  const { end, failures } = begin();
  expect(await end).toMatchObject({ code: 400_003 });
  expect(failures).toHaveLength(1);
});
