// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { catalogue } from '../../locales/en/index.ts';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { BlockBoundary } from './block-boundary.tsx';
import { DownloadsNote } from './downloads-note.tsx';
import { downloadTable } from '../table/export-button.tsx';
import { ToastHost } from './toast-host.tsx';
import { connectToasts, toastFailure, toastSuccess } from './toasts.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

describe('downloads note', () => {
  let asked: string[];
  let pieces: ReadableStreamDefaultController<Uint8Array>;
  let isAborted: boolean;
  /** Files saved by the browser: name and text. */
  let saved: [name: string, file: Blob][];
  let root: Root;
  let page: HTMLElement;

  beforeEach(() => {
    updateStored({ permissions: { menus: [], actions: ['user.export'] } });
    [asked, saved, isAborted] = [[], [], false];
    vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
      asked.push(url);
      const body = new ReadableStream<Uint8Array>({ start: (out) => void (pieces = out) });
      signal!.addEventListener('abort', () => {
        isAborted = true;
        pieces.error(signal!.reason);
      });
      return Promise.resolve(new Response(body));
    });
    const files = new Map<string, Blob>();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.set('blob:one', file as Blob);
      return 'blob:one';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push([this.download, files.get(this.href)!]);
    });
    const query = { q: 'ann', limit: 50, cursor: '9', sort: '-balance' };
    page = document.createElement('div');
    root = createRoot(page);
    act(() =>
      root.render(
        <MantineProvider>
          <button type="button" onClick={() => void downloadTable('exportUsers', query, 'users', 'csv')}>
            Export
          </button>
          <DownloadsNote />
        </MantineProvider>,
      ),
    );
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.restoreAllMocks();
    updateStored({ user: null });
  });

  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  const note = () => document.querySelector('section');
  async function press(): Promise<void> {
    act(() => page.querySelector<HTMLElement>('button')!.click());
    await settle();
  }
  async function send(text: string): Promise<void> {
    pieces.enqueue(new TextEncoder().encode(text));
    await settle();
  }

  test('a table saves the rows of the filter, whatever page of them is shown', async () => {
    await press();
    expect(asked).toEqual(['/api/users/export?q=ann&format=csv']);
    await send('id,username\r\n');
    await send('1,ann\r\n');
    expect(note()!.textContent).toContain('users.csv');
    pieces.close();
    await settle();
    const [[name, file]] = saved as [[string, Blob]];
    expect([name, await file.text()]).toEqual(['users.csv', 'id,username\r\n1,ann\r\n']);
    expect(note()).toBeNull();
  });

  test('a file that is cancelled is asked for no longer, and none is saved', async () => {
    await press();
    await send('id,username\r\n');
    act(() => note()!.querySelector<HTMLElement>('button')!.click());
    await settle();
    expect([isAborted, note(), saved]).toEqual([true, null, []]);
  });

  test('nobody gets a file that somebody else asked for', async () => {
    await press();
    await send('id,username\r\n');
    act(() => updateStored({ user: { id: '8' } as never }));
    await settle();
    expect([isAborted, note(), saved]).toEqual([true, null, []]);
  });
});

describe('block boundary', () => {
  const roots: ReturnType<typeof createRoot>[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) act(() => root.unmount());
  });

  function show(content: React.ReactNode): HTMLElement {
    const element = document.createElement('div');
    const root = createRoot(element, { onCaughtError: () => undefined });
    roots.push(root);
    act(() => root.render(<MantineProvider>{content}</MantineProvider>));
    return element;
  }

  const well = { is: true };
  function Block() {
    if (!well.is) throw new Error('broken');
    return <p>safe and sound</p>;
  }

  test('what breaks leaves its neighbours alone, and is there after another try', () => {
    well.is = false;
    const element = show(
      <>
        <BlockBoundary>
          <Block />
        </BlockBoundary>
        <p>neighbour</p>
      </>,
    );
    expect(element.textContent).toContain('neighbour');
    expect(element.textContent).not.toContain('safe and sound');
    well.is = true;
    act(() => element.querySelector('button')!.click());
    expect(element.textContent).toContain('safe and sound');
  });

  test('what nobody misses goes without a word', () => {
    well.is = false;
    const element = show(
      <BlockBoundary fallback={null}>
        <Block />
      </BlockBoundary>,
    );
    expect(element.querySelector('button')).toBeNull();
  });
});

describe('toast host', () => {
  let root: Root;
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.useFakeTimers();
    // Toasts that another file of this worker left waiting.
    connectToasts(() => undefined);
    root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () =>
      root.render(
        <TranslatorContext value={new Translator('en', { translation: catalogue })}>
          <MantineProvider env="test">
            <ToastHost />
          </MantineProvider>
        </TranslatorContext>,
      ),
    );
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    vi.useRealTimers();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  const alerts = () => [...document.querySelectorAll('[role="alert"]')];
  const shown = () => alerts().map(({ textContent }) => textContent);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('a toast is shown once at a time, and goes by itself', async () => {
    await act(async () => {
      toastFailure('a', 'Server busy');
      toastFailure('a', 'Server busy');
      toastSuccess('b', 'Saved');
    });
    expect(shown()).toEqual(['Server busy', 'Saved']);
    await pass(5_000);
    expect(shown()).toEqual([]);
    await act(async () => toastFailure('a', 'Server busy'));
    expect(shown()).toEqual(['Server busy']);
  });

  test('three are shown; a further one waits, and is shown as long as the others', async () => {
    await act(async () => ['1', '2', '3', '4'].forEach((id) => toastSuccess(id, `Number ${id}`)));
    expect(shown()).toEqual(['Number 1', 'Number 2', 'Number 3']);
    await pass(5_000);
    expect(shown()).toEqual(['Number 4']);
    await pass(4_900);
    expect(shown()).toEqual(['Number 4']);
  });

  test('a toast stays while somebody points at it, and its button closes it', async () => {
    await act(async () => toastFailure('a', 'Server busy'));
    await act(async () => alerts()[0]!.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })));
    await pass(60_000);
    expect(shown()).toEqual(['Server busy']);
    const button = alerts()[0]!.querySelector('button')!;
    expect(button.getAttribute('aria-label')).toBe('Close');
    await act(async () => button.click());
    expect(shown()).toEqual([]);
  });
});
