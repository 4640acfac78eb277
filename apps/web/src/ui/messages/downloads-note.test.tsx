// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { DownloadsNote } from './downloads-note.tsx';
import { downloadTable } from '../table/export-button.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

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
