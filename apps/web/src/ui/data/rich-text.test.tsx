// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { RichText } from './rich-text.tsx';

const shown = (html: string): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <RichText html={html} />
    </Router>,
  ).replace(/^<div[^>]*>|<\/div>$/g, '');

test('known elements stay, headings step down', () => {
  expect(shown('<h2>News</h2><p>One <strong>two</strong><br>three</p><ul><li>four</li></ul>')).toBe(
    '<h3>News</h3><p>One <strong>two</strong><br/>three</p><ul><li>four</li></ul>',
  );
});

test.each([
  ['<p onclick="steal()">a</p>', '<p>a</p>'],
  ['<script>steal()</script>b', 'b'],
  ['<img src=x onerror=steal()>c', 'c'],
  ['<object data="https://evil.example"></object>d', 'd'],
  ['<div><p>e</p></div>', '<p>e</p>'],
  ['<a href="javascript:steal()">f</a>', 'f'],
  ['<a href="//evil.example">g</a>', 'g'],
  ['<a href="http://evil.example">h</a>', 'h'],
  ['<svg><a href="https://evil.example">i</a></svg>', ''],
  ['a &lt;b&gt; c', 'a &lt;b&gt; c'],
])('%s → %s', (html, text) => {
  expect(shown(html)).toBe(text);
});

test('links: within the shop by the router, elsewhere in a page of their own', () => {
  expect(shown('<a href="/client/purchase-account?q=mail">in</a>')).toBe(
    '<a href="/client/purchase-account?q=mail">in</a>',
  );
  expect(shown('<a href="https://example.test/x">out</a>')).toBe(
    '<a href="https://example.test/x" target="_blank" rel="noreferrer">out</a>',
  );
});
