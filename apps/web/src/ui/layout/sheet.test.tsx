// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { onLeaving, useUnsaved } from '../../lib/browser/unsaved.ts';
import { createSite, SiteRouter } from '../../lib/site-location.tsx';
import { Sheet } from './sheet.tsx';
import { useOpened, useOpenedRow } from './use-opened.ts';

describe('sheets', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

  /** Whether the window is as narrow as a phone, and who is told that it changes. */
  let isPhone = false;
  type Tell = (event: { matches: boolean }) => void;
  const told = new Map<string, Set<Tell>>();
  const isMet = (query: string) => query.startsWith('(max-width') && isPhone;
  vi.stubGlobal('matchMedia', (query: string) => {
    const listeners = told.get(query) ?? new Set();
    told.set(query, listeners);
    return {
      get matches() {
        return isMet(query);
      },
      addEventListener: (_: string, tell: Tell) => listeners.add(tell),
      removeEventListener: (_: string, tell: Tell) => listeners.delete(tell),
    };
  });
  const resize = (isNarrow: boolean): void =>
    act(() => {
      isPhone = isNarrow;
      for (const [query, listeners] of told) for (const tell of listeners) tell({ matches: isMet(query) });
    });

  const page = document.createElement('div');
  page.id = 'root';
  document.body.append(page);
  const root = createRoot(document.createElement('div'));

  afterEach(() => act(() => root.unmount()));

  const show = (...titles: string[]): void =>
    act(() =>
      root.render(
        <MantineProvider>
          {titles.map((title) => (
            <Sheet key={title} title={title} size={400} onClose={() => undefined}>
              {title}
            </Sheet>
          ))}
        </MantineProvider>,
      ),
    );

  test('the page behind is out of reach until the last sheet is closed, whichever that is', () => {
    show('list');
    expect(page.inert).toBe(true);
    show('list', 'form');
    show('form');
    expect(page.inert).toBe(true);
    show();
    expect(page.inert).toBe(false);
  });

  test('what was chosen in it stays while the window is resized over the width of a phone', () => {
    const Choice = () => {
      const [chosen, choose] = useState('');
      return <button onClick={() => choose('GBK')}>Choose {chosen}</button>;
    };
    const below = createRoot(document.createElement('div'));
    act(() =>
      below.render(
        <MantineProvider>
          <Sheet title="encoding" size={400} onClose={() => undefined}>
            <Choice />
          </Sheet>
        </MantineProvider>,
      ),
    );
    const choice = () =>
      [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Choose'))!;
    act(() => choice().click());
    resize(true);
    expect(document.querySelector('[class*=fromBelow]')).not.toBeNull();
    expect(choice().textContent).toBe('Choose GBK');
    resize(false);
    act(() => below.unmount());
  });

  const Typed = () => {
    useUnsaved(() => true);
    return <textarea defaultValue="long words" />;
  };

  test.each([true, false])('what was typed in it is given up only by a yes: %s', async (isYes) => {
    const asked: number[] = [];
    const stop = onLeaving(async () => (asked.push(1), isYes));
    const closed: string[] = [];
    const below = createRoot(document.createElement('div'));
    act(() =>
      below.render(
        <MantineProvider>
          <Sheet title="form" size={400} onClose={() => closed.push('form')}>
            <Typed />
          </Sheet>
          <Sheet title="question" size={400} onClose={() => closed.push('question')}>
            Nothing typed here
          </Sheet>
        </MantineProvider>,
      ),
    );
    const close = (title: string) =>
      act(async () => {
        const sheet = [...document.querySelectorAll('[role="dialog"]')].find((one) =>
          one.textContent.includes(title),
        )!;
        sheet.querySelector('button')!.click();
      });
    await close('question');
    expect([asked.length, closed]).toEqual([0, ['question']]);
    await close('form');
    expect([asked.length, closed]).toEqual([1, isYes ? ['question', 'form'] : ['question']]);
    act(() => below.unmount());
    stop();
  });
});

describe('what is open', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

  const page: { open?: (name: string | null) => void } = {};

  function Page() {
    const [, open] = useOpened();
    useLayoutEffect(() => {
      page.open = open;
    });
    return null;
  }

  let root: Root;

  afterEach(() => act(() => root.unmount()));

  /** Opens the last of these addresses, with the others behind it. */
  async function visit(Content: () => null, addresses: string[], stateThere: object | null = null) {
    history.replaceState(null, '', addresses[0]);
    for (const address of addresses.slice(1)) history.pushState({ usr: stateThere }, '', address);
    const site = createSite({ guard: () => undefined, load: async () => null });
    await site.open();
    root = createRoot(document.createElement('div'));
    await act(async () => root.render(<SiteRouter site={site}>{() => <Content />}</SiteRouter>));
    return {
      at: () => location.pathname + location.search,
      go: (to: string) => act(async () => site.navigate(to)),
      back: () => act(async () => stepBack()),
      state: () => site.shown().entry.state,
    };
  }

  async function stepBack() {
    const { promise, resolve } = Promise.withResolvers();
    addEventListener('popstate', resolve, { once: true });
    history.back();
    await promise;
  }

  const say = (name: string | null) => act(async () => page.open!(name));

  test('going back closes what was opened, and the filter stays', async () => {
    const { at, back } = await visit(Page, ['/before', '/orders?status=paid']);
    await say('7');
    expect(at()).toBe('/orders?status=paid&open=7');
    await back();
    expect(at()).toBe('/orders?status=paid');
    await back();
    expect(at()).toBe('/before');
  });

  test('closing takes the step of the opening back: however often, one step leads away', async () => {
    const { at, back } = await visit(Page, ['/before', '/orders?status=paid']);
    for (const name of ['7', '8', '9']) {
      await say(name);
      await say(null);
      await say(null);
      expect(at()).toBe('/orders?status=paid');
    }
    await back();
    expect(at()).toBe('/before');
  });

  test('another in its place is no further step', async () => {
    const { at, back } = await visit(Page, ['/before', '/orders']);
    await say('7');
    await say('8');
    expect(at()).toBe('/orders?open=8');
    await back();
    expect(at()).toBe('/orders');
  });

  test('what was opened by an address is closed where it is', async () => {
    const { at, go, back } = await visit(Page, ['/before', '/orders?status=paid&open=7']);
    await say(null);
    expect(at()).toBe('/orders?status=paid');
    await go('/user?open=1');
    await say(null);
    expect(at()).toBe('/user');
    await back();
    expect(at()).toBe('/orders?status=paid');
  });

  test('what the page below keeps with its step is kept', async () => {
    const { state } = await visit(Page, ['/before', '/orders?cursor=2'], { trail: [null] });
    await say('7');
    expect(state()).toEqual({ trail: [null], isOpening: true });
  });

  type Row = { id: string; state: string };

  const rowPage: { rows?: Row[]; opened?: ReturnType<typeof useOpenedRow<Row>> } = {};

  function RowPage() {
    const opened = useOpenedRow(rowPage.rows, ({ id }) => id);
    useLayoutEffect(() => {
      rowPage.opened = opened;
    });
    return null;
  }

  const ann: Row = { id: '7', state: 'open' };

  test('going back closes the row and stays on the page', async () => {
    rowPage.rows = [ann];
    const { at, back } = await visit(RowPage, ['/before', '/list?state=open']);
    await act(async () => rowPage.opened!.open(ann));
    expect([at(), rowPage.opened!.row]).toEqual(['/list?state=open&open=7', ann]);
    await back();
    expect([at(), rowPage.opened!.row]).toEqual(['/list?state=open', null]);
  });

  test('a row is shown as the list has it now, and as it was once it has left', async () => {
    rowPage.rows = [ann];
    await visit(RowPage, ['/list']);
    await act(async () => rowPage.opened!.open(ann));
    const settled = { id: '7', state: 'settled' };
    rowPage.rows = [settled];
    await act(async () => rowPage.opened!.open(ann));
    expect(rowPage.opened!.row).toEqual(settled);
    rowPage.rows = [];
    await act(async () => rowPage.opened!.open(ann));
    expect(rowPage.opened!.row).toEqual(ann);
  });

  test('a new one is open by its own name, and what was kept of it takes its place in one step', async () => {
    rowPage.rows = [];
    const { at, back } = await visit(RowPage, ['/before', '/list']);
    await act(async () => rowPage.opened!.openNew());
    expect([at(), rowPage.opened!.isNew, rowPage.opened!.row]).toEqual(['/list?open=new', true, null]);
    await act(async () => rowPage.opened!.open(ann));
    expect([at(), rowPage.opened!.isNew, rowPage.opened!.row]).toEqual(['/list?open=7', false, ann]);
    await back();
    expect(at()).toBe('/list');
  });
});
