import { expect, test } from 'vitest';
import { builtInHtml } from './built-in-html.ts';

test('a built-in text keeps its headings and paragraphs, and every character', () => {
  const sections = [{ heading: 'Fees & <limits>', paragraphs: ['One.', 'Two > one.'] }];
  expect(builtInHtml({ title: 'Terms', lede: '', sections })).toBe(
    '<h2>Fees &amp; &lt;limits&gt;</h2><p>One.</p><p>Two &gt; one.</p>',
  );
});
