import { expect, test } from 'vitest';
import { insertAnnouncements } from './insert-brand.ts';
import type { PageAnnouncement } from './page-settings.ts';

const bar = (position: string) =>
  `<section class="b" data-announcement="${position}" hidden=""><svg></svg><strong class="t"></strong><time class="q"></time><span>Read</span></section>`;

const announcement = (position: PageAnnouncement['position'], title: string): PageAnnouncement => ({
  id: '7',
  position,
  shownFrom: new Date('2026-11-20T23:30:00Z'),
  titleIn: (language) => `${title} ${language}`,
});

test('the bar of a position that has an announcement shows its title and day', () => {
  const html = `<main>${bar('login')}${bar('home')}</main>`;
  const written = insertAnnouncements(html, [announcement('home', 'Closed')], 'pt');
  expect(written).toBe(
    `<main>${bar('login')}<section class="b" data-announcement="home" data-id="7"><svg></svg><strong class="t">Closed pt</strong><time class="q">20 de nov. de 2026</time><span>Read</span></section></main>`,
  );
});

test('with several announcements in one position, only the first is visible', () => {
  const written = insertAnnouncements(
    `<main>${bar('home')}</main>`,
    ['Closed', 'Moved'].map((title) => announcement('home', title)),
    'en',
  );
  const sections = written.match(/<section.*?<\/section>/g)!;
  expect(
    sections.map((section) => [/<strong[^>]*>(.*?)</.exec(section)![1], / hidden=""/.test(section)]),
  ).toEqual([
    ['Closed en', false],
    ['Moved en', true],
  ]);
});

test('a title is text, whatever it contains', () => {
  const written = insertAnnouncements(bar('home'), [announcement('home', '<b>$& "half"</b>')], 'en');
  expect(written).toContain('>&#60;b&#62;$&#38; &#34;half&#34;&#60;/b&#62; en</strong>');
});

test('pages stay as they are without an announcement, or without a bar', () => {
  expect(insertAnnouncements(bar('home'), [], 'en')).toBe(bar('home'));
  expect(insertAnnouncements('<main></main>', [announcement('home', 'Closed')], 'en')).toBe('<main></main>');
});
