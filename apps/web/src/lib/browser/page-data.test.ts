// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShownBrand } from './page-data.ts';

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
