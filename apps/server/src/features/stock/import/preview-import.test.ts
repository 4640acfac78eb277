import { expect, test } from 'vitest';
import { recognizeForm } from './preview-import.ts';

const SEPARATOR = '----';
const csv = (delimiter: string, has_header = false) => ({
  kind: 'csv',
  delimiter,
  has_header,
  separator: SEPARATOR,
});

test.each([
  ['lines of the product', 'a@x.test----p:a,ss\nb@x.test----s;e:c\n', { kind: 'text' }],
  ['commas', 'a@x.test,secret,2fa\nb@x.test,other,2fb\n', csv(',')],
  ['commas in quotes', 'a;"p,a;ss"\nb;secret\n', csv(';')],
  ['a header', 'Email,Password\r\na@x.test,secret\r\n', csv(',', true)],
  ['a header in quotes', '"login"\t"pass"\na\tb\n', csv('\t', true)],
  ['a header with a word of its own', 'country;login;pass\nw;a;b\n', csv(';', true)],
  ['colons', 'a@x.test:secret\nb@x.test:other\n', csv(':')],
  ['tabs before commas', 'a\tb,c\nd\te,f\n', csv('\t')],
  ['a byte order mark', '\ufeffemail|password\na|b\n', csv('|', true)],
  [
    'line breaks in quotes',
    'email,password,"quoted, field"\na@x.test,p,"multi\nline 1"\nb@x.test,q,"m, u\n\nl\nti"\nc,r,s\n',
    csv(',', true),
  ],
  ['a quote that nobody closes', 'a----p"\nb,s,"x\nc,d\n', { kind: 'text' }],
  ['one word a line', 'alpha\nbeta\n', { kind: 'text' }],
  ['nothing', '\n\n', { kind: 'text' }],
])('%s', (_, text, form) => {
  expect(recognizeForm(text, SEPARATOR)).toEqual(form);
});

test('a few odd lines do not hide the form, many do', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `user${index},secret`);
  expect(recognizeForm([...lines, 'odd', 'o,d,d'].join('\n'), SEPARATOR)).toEqual(csv(','));
  const odd = lines.map((line, index) => (index % 3 === 0 ? 'odd' : line));
  expect(recognizeForm(odd.join('\n'), SEPARATOR)).toEqual({ kind: 'text' });
});

test('the separator of the product is never taken apart', () => {
  expect(recognizeForm('a,b\nc,d\n', ',')).toEqual({ kind: 'text' });
});
