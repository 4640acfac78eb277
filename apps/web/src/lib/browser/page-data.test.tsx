// @vitest-environment happy-dom
import { act, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShownBrand } from './page-data.ts';
import { keepTranslatedTextFresh } from './translated-text.ts';

describe('page data', () => {
  const brandOf = (css: string): ShownBrand => ({ texts: {}, logo: null, css });

  /** The module as a page that has just been loaded has it. */
  async function loadPage() {
    vi.resetModules();
    return import('./page-data.ts');
  }

  const shownCss = () => document.querySelector('#brand-style')?.textContent;

  beforeEach(() => {
    sessionStorage.clear();
    document.head.replaceChildren();
  });

  test('a preview lasts over loads of the page until it ends', async () => {
    const before = await loadPage();
    before.startPreview(brandOf('draft'));
    expect(shownCss()).toBe('draft');
    document.head.replaceChildren();
    const after = await loadPage();
    expect(shownCss()).toBe('draft');
    after.endPreview();
    expect(shownCss()).toBe('');
    document.head.replaceChildren();
    await loadPage();
    expect(shownCss()).toBeUndefined();
  });

  test('a brand that is published during a preview ends it, also for the next load', async () => {
    const page = await loadPage();
    page.startPreview(brandOf('draft'));
    page.showBrand(brandOf('published'));
    expect(shownCss()).toBe('published');
    document.head.replaceChildren();
    await loadPage();
    expect(shownCss()).toBeUndefined();
  });

  test('the end of a preview shows what was published in this page before it', async () => {
    const page = await loadPage();
    page.showBrand(brandOf('published'));
    page.startPreview(brandOf('next draft'));
    page.endPreview();
    expect(shownCss()).toBe('published');
  });
});

describe('translated text', () => {
  const { removeChild, insertBefore } = Node.prototype;

  beforeAll(() => keepTranslatedTextFresh(document));

  afterAll(() => {
    Object.assign(Node.prototype, { removeChild, insertBefore });
    document.body.replaceChildren();
  });

  let write: (values: Values) => void;
  type Values = { total: number; note?: string; rows: readonly string[]; isLate?: boolean };

  /** Values between words, words that come and go, and words that change places: React's own text nodes. */
  function Page() {
    const [{ total, note, rows, isLate = false }, setValues] = useState<Values>({
      total: 1,
      rows: ['one', 'two'],
    });
    useLayoutEffect(() => {
      write = setValues;
    }, []);
    return (
      <main>
        <p id="total">
          Total {total} USDT{note !== undefined && note}
        </p>
        <p id="alone">{`Alone ${total}`}</p>
        <p id="before">
          {isLate && <b>Late</b>}
          {total} pieces
        </p>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              {row} of {total}
            </li>
          ))}
        </ul>
      </main>
    );
  }

  /** Takes all text out, as translating browsers do: with the original node in one step, or in two. */
  function translate(isAtOnce: boolean): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    for (const text of found.filter(({ parentElement }) => parentElement?.nodeName !== 'FONT')) {
      const font = document.createElement('font');
      font.append(text.data.replaceAll(/[a-z]{3,}/gi, (word) => word.toUpperCase()));
      if (isAtOnce) text.replaceWith(font);
      else {
        text.before(font);
        text.remove();
      }
    }
  }

  /** Observers run after the current task's promises. */
  const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  const shown = (place: string) => document.querySelector(place)!.textContent;

  beforeEach(async () => {
    document.body.innerHTML = '<div id="root"></div>';
    await act(async () => createRoot(document.querySelector('#root')!).render(<Page />));
  });

  test.each([true, false])('values go on changing in a translated page (at once: %s)', async (isAtOnce) => {
    translate(isAtOnce);
    await settle();
    expect(shown('#total')).toBe('TOTAL 1 USDT');
    for (const total of [5, 10, 100]) {
      await act(async () => write({ total, rows: ['one', 'two'] }));
      await settle();
      expect(shown('#total')).toContain(` ${total} `);
      expect(shown('#alone')).toContain(String(total));
      expect(shown('#before')).toContain(`${total}`);
      expect(shown('ul')?.match(/\d+/g)).toEqual([String(total), String(total)]);
      translate(isAtOnce);
      await settle();
    }
  });

  test('words come, go and change places in a translated page', async () => {
    translate(true);
    await settle();
    await act(async () => write({ total: 2, note: ' at once', rows: ['two', 'three', 'one'], isLate: true }));
    await settle();
    translate(true);
    await settle();
    expect(shown('#total')).toBe('TOTAL 2 USDT at ONCE');
    expect(shown('#before')).toBe('LATE2 PIECES');
    expect(shown('ul')).toBe('TWO of 2THREE of 2ONE of 2');
    await act(async () => write({ total: 3, rows: ['one'] }));
    await settle();
    translate(true);
    await settle();
    expect(shown('#total')).toBe('TOTAL 3 USDT');
    expect(shown('#before')).toBe('3 PIECES');
    expect(shown('ul')).toBe('ONE of 3');
  });

  test('the original comes back once, where the reader asks for it', async () => {
    const text = document.querySelector('#alone')!.firstChild!;
    translate(true);
    await settle();
    document.querySelector('#alone font')!.before(text);
    await settle();
    expect(shown('#alone')).toBe('Alone 1');
  });

  test('what is put in before nothing goes to the end', () => {
    const list = document.createElement('ul');
    list.append('one');
    list.insertBefore(document.createTextNode(' two'), undefined as unknown as null);
    expect(list.textContent).toBe('one two');
  });
});
