import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanHtml, htmlToText } from './html.ts';

const out = (href: string, text: string): string =>
  `<a href="${href}" rel="noopener noreferrer" target="_blank">${text}</a>`;

test.each([
  ['<p>Hello <strong>you</strong><br>there</p>', '<p>Hello <strong>you</strong><br />there</p>'],
  ['<h1>Big</h1><h2>Less</h2>', 'Big<h2>Less</h2>'],
  [
    '<ul><li><em>a</em></li></ul><ol><li><code>b</code></li></ol>',
    '<ul><li><em>a</em></li></ul><ol><li><code>b</code></li></ol>',
  ],
  ['a < b & c', 'a &lt; b &amp; c'],
  ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">text</p>', '<p>text</p>'],
  ['<script>alert(1)</script><style>p{}</style>text', 'text'],
  ['<img src=x onerror=alert(1)>text', 'text'],
  ['<svg><script>alert(1)</script></svg>text', 'text'],
  ['<iframe src="https://a.test"></iframe><form><input></form>', ''],
  ['<a href="https://a.test/b?c=d">out</a>', out('https://a.test/b?c=d', 'out')],
  ['<a href="/client/purchase-account" target="_top">in</a>', '<a href="/client/purchase-account">in</a>'],
  ['<p>unclosed', '<p>unclosed</p>'],
])('%s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'http://a.test',
  '//a.test',
  '/\\a.test',
  '/\t/a.test',
  '\\\\a.test',
  'https:a.test',
  'https://a.test\\@b.test',
  'mailto:a@b.test',
  'page',
  '#here',
  '',
])('a link to %j leads nowhere', (href) => {
  expect(cleanHtml(`<a href="${href}">text</a>`)).toBe('<a>text</a>');
});

test('sanitising removes every script, and a second pass finds nothing', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<', '>', '"', "'", '</', '<p', '<a href=', 'https://', '/', '//', '\\', '\t', '&#x6a;'),
    fc.constantFrom(
      '<script',
      'onerror=',
      'javascript:',
      '<svg',
      '<math>',
      '<!--',
      '-->',
      '<![CDATA[',
      '<p>',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const clean = cleanHtml(pieces.join(''));
      const tags = `${clean}${cleanHtml(clean)}`.match(/<[^>]*>?/g) ?? [];
      const harmless =
        /^<\/?(p|h2|h3|ul|ol|li|blockquote|strong|em|u|s|code|a)>$|^<br \/>$|^<a href="(https:\/|\/(?![/\\]))[^"<>]*"( rel="noopener noreferrer" target="_blank")?>$/;
      expect(tags.filter((tag) => !harmless.test(tag))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

/** A hang's limit: work that grows with the square of the text would take hours. */
const HANG_MS = 60_000;

test.each(['<p>', '<a href="', '<', '</', '<!--', '&lt;<'])(
  'a text of nothing but %j is read in one go, however long it is',
  (piece) => {
    const clean = () => cleanHtml(piece.repeat(500_000));
    expect(() => runInNewContext('clean()', { clean }, { timeout: HANG_MS })).not.toThrow();
  },
  2 * HANG_MS,
);
test('blocks, lists and links stay readable', () => {
  const html =
    '<h2>Sign in</h2><p>Use a <strong>clean</strong> browser.<br />Then:</p><ul><li><p>wait 5 min</p></li><li>read <a href="https://help.example/a" rel="noopener noreferrer" target="_blank">the guide</a></li></ul><p>&lt;b&gt; &amp; more</p>';
  expect(htmlToText(html)).toBe(
    'Sign in\nUse a clean browser.\nThen:\n- wait 5 min\n- read the guide (https://help.example/a)\n<b> & more',
  );
});

test('what was text does not become markup', () => {
  expect(htmlToText('<p>&amp;lt;script&amp;gt;</p>')).toBe('&lt;script&gt;');
});
