// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, onFailure } from '../api/api-error.ts';
import { streamFile } from './downloads.ts';
import { copyText, onOffer, saveFile, type Offer } from './save-file.ts';

describe('saveFile', () => {
  let offered: Offer[] = [];
  let clicked: string[] = [];
  let stop: () => void;
  beforeEach(() => {
    offered = [];
    clicked = [];
    stop = onOffer((what) => offered.push(what));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.download);
    });
  });
  afterEach(() => {
    stop();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  type Device = {
    isTouched: boolean;
    share?: (data: { files: File[] }) => Promise<void>;
    clipboard?: object;
  };

  function use({ isTouched, share, clipboard }: Device): void {
    vi.stubGlobal('matchMedia', () => ({ matches: isTouched }));
    vi.stubGlobal('navigator', {
      ...(share && { share, canShare: ({ files }: { files: File[] }) => !files[0]!.name.endsWith('.xlsx') }),
      clipboard,
    });
  }

  const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  const text = new Blob(['a----b\n'], { type: 'text/plain' });

  test('computers download', async () => {
    use({ isTouched: false, share: refuse });
    await saveFile(text, 'a.txt');
    expect([clicked, offered]).toEqual([['a.txt'], []]);
  });

  test('phones share, and offer the file where that fails or is put away', async () => {
    const shared: string[] = [];
    use({ isTouched: true, share: async ({ files }) => void shared.push(files[0]!.name) });
    await saveFile(text, 'a.txt');
    expect([shared, clicked, offered]).toEqual([['a.txt'], [], []]);
    use({ isTouched: true, share: refuse });
    await saveFile(text, 'b.txt');
    expect(offered).toMatchObject([{ file: { name: 'b.txt' } }]);
  });

  test('phones that cannot share this file download it, and offer it too, for that may do nothing', async () => {
    use({ isTouched: true, share: refuse });
    await saveFile(new Blob([]), 'a.xlsx');
    use({ isTouched: true });
    await saveFile(text, 'a.txt');
    expect(clicked).toEqual(['a.xlsx', 'a.txt']);
    expect(offered).toHaveLength(2);
  });

  test('what comes before anybody can show it is offered later, once', async () => {
    stop();
    use({ isTouched: true, share: refuse });
    await saveFile(text, 'a.txt');
    stop = onOffer((what) => offered.push(what));
    expect(offered).toMatchObject([{ file: { name: 'a.txt' } }]);
    stop();
    stop = onOffer((what) => offered.push(what));
    expect(offered).toHaveLength(1);
  });

  /** As Safari: open while the tap is handled, and closed once anything was awaited. */
  function tapClipboard(takesPromises: boolean) {
    const copied: string[] = [];
    let isOpen = true;
    queueMicrotask(() => (isOpen = false));
    return {
      copied,
      writeText: async (words: string) => (isOpen ? void copied.push(words) : refuse()),
      write: async ([item]: { parts: Record<string, Promise<Blob>> }[]) => {
        if (!isOpen || !takesPromises) await refuse();
        copied.push(await (await item!.parts['text/plain']!).text());
      },
    };
  }

  const later = (words: string) => new Promise<string>((resolve) => setTimeout(() => resolve(words), 5));

  test('text that is still on its way is handed over within the tap', async () => {
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly parts: object;
        constructor(parts: object) {
          this.parts = parts;
        }
      },
    );
    const clipboard = tapClipboard(true);
    use({ isTouched: true, clipboard });
    expect(await copyText(later('a\nb'))).toBe(true);
    expect([clipboard.copied, offered]).toEqual([['a\nb'], []]);
  });

  test.each([true, false])(
    'what the browser refuses to copy is offered (has a clipboard: %s)',
    async (hasClipboard) => {
      vi.stubGlobal('ClipboardItem', Object);
      use({ isTouched: true, ...(hasClipboard && { clipboard: tapClipboard(false) }) });
      document.execCommand = () => false;
      expect(await copyText(later('a\nb'))).toBe(false);
      expect(offered).toEqual([{ text: 'a\nb' }]);
    },
  );

  test('text that does not come is no text to copy', async () => {
    use({ isTouched: true, clipboard: tapClipboard(false) });
    await expect(copyText(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(offered).toEqual([]);
  });
});

describe('downloads', () => {
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
});
