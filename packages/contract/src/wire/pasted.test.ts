import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';
import { promotionCodeOf, readPromotionCode } from './promotion-code.ts';
import { readName, readOneTimeCode, readOrderNo, readRecoveryCode } from './pasted.ts';

const CODE = 'QU4YP2ER';
const wide = [...CODE].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');
const spread = (between: string) => [...CODE].join(between);

test.each([
  CODE,
  'qu4yp2er',
  `  ${CODE}\u00a0\n`,
  wide,
  spread('\u200b'),
  `\ufeff${spread('\u2060')}\u200e`,
  spread('\u00ad'),
  spread(' '),
  'QU4Y-P2ER',
  'code QU4Y P2ER',
  `"${CODE}"`,
  `“${CODE}”`,
  `«${CODE}».`,
  `\`${CODE}\``,
  `(${CODE})`,
  `code: ${CODE}`,
  `CODE=${CODE}`,
  `邀请码：${wide}`,
  `邀请码\u3000${CODE}，谢谢`,
  `Промокод ${CODE}`,
  `código ${CODE}!`,
  `Partners code: ${CODE}`,
  `Use discount ${CODE} when you sign up`,
  // С, Р and Е of a Russian keyboard.
  'QU4YР2ЕR',
  '𝐐𝐔𝟒𝐘𝐏𝟐𝐄𝐑',
  `https://shop.example/?promotion_code=${CODE}`,
  `https://shop.example/?promotion_code=${CODE}&utm_source=promoters&fbclid=IwAR0abcd`,
  `https://shop.example/client/main?utm_medium=partners&promotion_code=${CODE}#top`,
  `https://shop.example/?promotion_code=${CODE}.`,
  `Sign up here: https://shop.example/?promotion_code=${CODE}) and write to me`,
  `<https://shop.example/?a=1&amp;promotion_code=${CODE}>`,
  `https://shop.example/?promotion_code=QU4Y%E2%80%8BP2ER%20`,
  `https://shop.example/login?redirect=%2F%3Fpromotion_code%3D${CODE}`,
  `https%3A%2F%2Fshop.example%2F%3Fpromotion_code%253D${CODE}%2526a%253D1`,
  `https://shop.example/?promotion_code=«${CODE}»`,
  `?promotion_code=https://shop.example/?promotion_code=${CODE}`,
])('the promotion code in %j', (text) => expect(readPromotionCode(text)).toBe(CODE));

test.each([
  '',
  'no code',
  'QU4YP2E',
  'QU4YP2ER9',
  'QU4YP2ER or ZU4YP2ER',
  'https://shop.example/?promotion_code=%E0%A4%A',
  'https://shop.example/?promotion_code=&utm=QU4YP2ER',
  'no thanks',
  'промокод',
])('no promotion code in %j', (text) => expect(readPromotionCode(text)).toBeNull());

test.each([
  ['', undefined],
  ['?q=QU4YP2ER', undefined],
  ['?promotion_code=', undefined],
  ['?promotion_code=+&q=1', undefined],
  ['?promotion_code=QU4YP2E', null],
  ['?promotion_code=%%%', null],
  [`?promotion_code=${CODE}%29`, CODE],
  [`?PROMOTION_CODE=+${CODE}+`, CODE],
  [`?redirect=%2Fclient%2Fmain%3Fpromotion_code%3D${CODE}`, CODE],
])('the address %j names %j', (search, code) => expect(promotionCodeOf(search)).toBe(code));

test('a read code is read as itself', () => {
  for (const code of ['PARTNERS', 'REFERRAL', '12345678', 'HARBOUR1', CODE])
    expect(readPromotionCode(code)).toBe(code);
});

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['Your code is 123456. It ends in 10 minutes.', '123456'],
  ['验证码：123456', '123456'],
  ['12\u200b3456', '123456'],
  ['"012345"', '012345'],
  ['12345', null],
  ['1234567', null],
  ['1234 567 890', null],
  ['123456 or 654321', null],
  ['', null],
])('the one-time code in %j', (text, code) => expect(readOneTimeCode(text)).toBe(code));

test.each([
  ['ABCDE-FGH23', 'ABCDE-FGH23'],
  ['abcdefgh23', 'ABCDE-FGH23'],
  [' ABCDE – FGH23 ', 'ABCDE-FGH23'],
  ['ＡＢＣＤＥ－ＦＧＨ２３', 'ABCDE-FGH23'],
  ['“ABCDE-FGH23”', 'ABCDE-FGH23'],
  ['3. ABCDE\u2011FGH23', 'ABCDE-FGH23'],
  ['ABCDE-FGH2', null],
  ['ABCDE-FGH2345', null],
])('the recovery code in %j', (text, code) => expect(readRecoveryCode(text)).toBe(code));

test.each([
  ['#261128105222123ABCDEFGH', '261128105222123ABCDEFGH'],
  ['Order no. «261128105222123abcdefgh»', '261128105222123ABCDEFGH'],
  ['https://shop.example/order/261128105222123ABCDEFGH?from=mail', '261128105222123ABCDEFGH'],
  ['Заказ №261128105222123ABCDEFGH, 3 шт.', '261128105222123ABCDEFGH'],
  ['２６1128\u200b', '261128'],
  ['26ab-cd', '26ABCD'],
  ['#2611 2810', '26112810'],
  ['RECH17951760000001234', 'RECH17951760000001234'],
  ['"rech 1795"', 'RECH1795'],
  ['17951760000001234', '17951760000001234'],
  ['RECH', 'RECH'],
  ['%_', '%_'],
])('the number in %j', (text, number) => expect(readOrderNo(text)).toBe(number));

test.each([
  [' "Ann" ', 'Ann'],
  ['An\u200bn', 'Ann'],
  ['Ann Lee <ann@example.org>', 'ann@example.org'],
  ['mailto:ann@example.org', 'ann@example.org'],
  ["o'neil", "o'neil"],
  ['(ann)', '(ann)'],
])('the name in %j', (text, name) => expect(readName(text)).toBe(name));

test('digits of every script are digits', () => {
  expect(plainText('٠٩ ۰۹ ०९ ๐๙ ༠༩ ０９ 𝟎𝟗𝟘𝟡')).toBe('09 09 09 09 09 09 0909');
});
