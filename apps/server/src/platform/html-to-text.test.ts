import { expect, test } from 'vitest';
import { htmlToText } from './html.ts';

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
