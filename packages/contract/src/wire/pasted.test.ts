import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TxHash } from '../recharges/recharges.ts';
import { plainText } from './plain-text.ts';
import { promotionCodeOf, readPromotionCode } from './promotion-code.ts';
import {
  readCouponCode,
  readName,
  readOneTimeCode,
  readOrderNo,
  readOrderNoPart,
  readRecoveryCode,
} from './pasted.ts';
import {
  formatRedeemCode,
  isRedeemCode,
  readRedeemCode,
  REDEEM_ALPHABET,
  REDEEM_BODY,
  redeemCheckOf,
} from '../redeem-codes.ts';
import { faultsOf } from './field-faults.ts';
import { readTxHash } from './tx-hash.ts';

describe('pasted text', () => {
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
    `邀请码${CODE}谢谢`,
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
    ['k7qx2', 'K7QX2'],
    ['#2611 2810', '26112810'],
    ['RECH17951760000001234', 'RECH17951760000001234'],
    ['"rech 1795"', 'RECH1795'],
    ['17951760000001234', '17951760000001234'],
    ['RECH', 'RECH'],
    ['%_', '%_'],
  ])('the number in %j', (text, number) => expect(readOrderNo(text)).toBe(number));

  test.each([
    ['Order №2612310000000007SEA4E, please', '2612310000000007SEA4E'],
    ['“7sea-4e”.', '7SEA4E'],
    ['(#ａ4e)', 'A4E'],
    ['order 7SEA4E', 'ORDER7SEA4E'],
    ['ann@example.org', 'ANN@EXAMPLEORG'],
  ])('the part of a number in %j', (text, part) => expect(readOrderNoPart(text)).toBe(part));

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

  test.each([
    ['WELCOME10', 'WELCOME10'],
    [' welcome10\n', 'WELCOME10'],
    ['“Welcome10”', 'WELCOME10'],
    ['Coupon: WELCOME10', 'WELCOME10'],
    ['ABCD-2345_X', 'ABCD-2345_X'],
    ['ａｂｃｄ\u200b２３', 'ABCD23'],
    ['https://shop.example/?coupon=WELCOME10', 'WELCOME10'],
    ['https://shop.example/?coupon=WELCOME10&utm_source=mail#top', 'WELCOME10'],
    ['https%3A%2F%2Fshop.example%2F%3Fcupom%3DWELCOME10', 'WELCOME10'],
    ['Use code WELCOME10 today!', 'WELCOME10'],
    ['Use the code welcome10 today', 'WELCOME10'],
    ['WELCOME10 — 10 % off', 'WELCOME10'],
    ['Cupom WELCOME10', 'WELCOME10'],
    ['Промокод WELCOME10', 'WELCOME10'],
    ['Ваш купон: «WELCOME10».', 'WELCOME10'],
    ['优惠券WELCOME10，谢谢', 'WELCOME10'],
    ['[WELCOME10](https://shop.example)', 'WELCOME10'],
    ['WELCOME10\nhttps://shop.example/', 'WELCOME10'],
    ['https://shop.example/c/WELCOME10', 'WELCOME10'],
    ['welcome–10', 'WELCOME-10'],
    ['Code WELCOME10—now', 'WELCOME10'],
    ['WELCOME 10', 'WELCOME10'],
    ['welcome 10', 'WELCOME10'],
    ['PROMO 10', 'PROMO10'],
    ['discount', 'DISCOUNT'],
    ['coupon PROMO', 'PROMO'],
    ['W-E-L 10', 'W-E-L10'],
    ['ABCD EFGH JKMN', 'ABCDEFGHJKMN'],
    // Е, С, О and М of a Russian keyboard.
    ['WЕLСОМE10', 'WELCOME10'],
    ['Coupon: WELCOME10\nThanks:', 'WELCOME10'],
    ['秋季', '秋季'],
    ['—!', null],
  ])('the coupon in %j is %j', (text, code) => {
    expect(readCouponCode(text)).toBe(code);
  });
});

describe('gift codes', () => {
  const letters = [...REDEEM_ALPHABET];
  const codes = fc
    .array(fc.constantFrom(...letters), { minLength: REDEEM_BODY, maxLength: REDEEM_BODY })
    .map((body) => body.join(''))
    .map((body) => body + redeemCheckOf(body));

  const CODE = 'HARBQRP2T7WXY9ZK'.slice(0, REDEEM_BODY);
  const code = CODE + redeemCheckOf(CODE);
  const grouped = formatRedeemCode(code);

  test.each([
    code,
    grouped,
    grouped.toLowerCase(),
    ` ${grouped}\u00a0\n`,
    grouped.replaceAll('-', ' '),
    grouped.replaceAll('-', ' – '),
    grouped.replaceAll('-', '\u2011'),
    [...code].join(' '),
    [...code].join('\u200b'),
    `Your gift code: ${grouped}`,
    `code ${grouped.toLowerCase()}, enjoy!`,
    `“${grouped}”`,
    `Код ${grouped}`,
    `兑换码：${grouped}。`,
    `https://shop.example/client/amount-recharge?code=${grouped}`,
    `${grouped}\n${grouped}`,
    `1\t${grouped}\t10 USDT`,
    // Н, А and В of a Russian keyboard.
    grouped.replace('HAR', 'НАR').replace('B', 'В'),
  ])('%j is read', (text) => {
    expect(readRedeemCode(text)).toBe(code);
  });

  const OTHER = 'MMMMNNNNPPPPQQQ';

  test.each([
    '',
    'a gift',
    code.slice(1),
    `${code}A`,
    grouped.replace('H', 'J'),
    `${grouped} ${formatRedeemCode(OTHER + redeemCheckOf(OTHER))}`,
  ])('%j is no single code', (text) => {
    expect(readRedeemCode(text)).toBe(null);
  });

  test('every code is read as it is written', () =>
    fc.assert(
      fc.property(codes, (one) => {
        expect(readRedeemCode(formatRedeemCode(one))).toBe(one);
      }),
    ));

  test('one wrong character is always noticed', () =>
    fc.assert(
      fc.property(codes, fc.nat(REDEEM_BODY), fc.constantFrom(...letters), (one, at, other) => {
        fc.pre(one[at] !== other);
        expect(isRedeemCode(one.slice(0, at) + other + one.slice(at + 1))).toBe(false);
      }),
    ));

  test('two characters that changed places are always noticed', () =>
    fc.assert(
      fc.property(codes, fc.nat(REDEEM_BODY), fc.nat(REDEEM_BODY), (one, first, second) => {
        fc.pre(one[first] !== one[second]);
        const swapped = [...one];
        [swapped[first], swapped[second]] = [one[second]!, one[first]!];
        expect(isRedeemCode(swapped.join(''))).toBe(false);
      }),
    ));
});

describe('hashes of transactions', () => {
  const HASH = '7f0c3a'.repeat(10) + 'b41e';
  const wide = (text: string) =>
    [...text].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');

  test.each([
    HASH,
    `0x${HASH}`,
    `0X${HASH.toUpperCase()}`,
    `  ${HASH}\n`,
    `https://tronscan.org/#/transaction/${HASH}`,
    `https://etherscan.io/tx/0x${HASH}#eventlog`,
    `https://bscscan.com/tx/0x${HASH}?utm_source=wallet`,
    `https://polygonscan.com/tx/0x${HASH}/`,
    `https://arbiscan.io/tx/0x${HASH}).`,
    `https://www.oklink.com/trx/tx/${HASH}`,
    `https://blockchair.com/tron/transaction/${HASH}?from=tokenpocket`,
    `https%3A%2F%2Fetherscan.io%2Ftx%2F0x${HASH}`,
    `[0x${HASH}](https://etherscan.io/tx/0x${HASH})`,
    `TxID: ${HASH}`,
    `交易哈希：${HASH}`,
    `Хеш транзакции ${HASH}`,
    `${HASH}\u200b`,
    `${HASH.slice(0, 20)}\u00ad${HASH.slice(20)}`,
    `0x ${HASH}`,
    `0x${HASH.slice(0, 40)}\n${HASH.slice(40)}`,
    `TxID:\n${HASH.slice(0, 32)}\n  ${HASH.slice(32)}`,
    `"0x${HASH}"`,
    `«${HASH}»`,
    `${HASH} (Completed)`,
    `０ｘ${HASH}`,
    wide(HASH),
    `0x0x${HASH}`,
    `I sent 50 USDT on 28.11.2026, hash ${HASH}, thanks`,
  ])('the hash in %j', (text) => expect(readTxHash(text)).toEqual({ hash: `0x${HASH}` }));

  test.each([
    ['Internal transfer 183920471', 'exchangeNumber'],
    ['Off-chain transfer 55120398411', 'exchangeNumber'],
    ['2218340091827364', 'exchangeNumber'],
    ['内部转账 88213', 'exchangeNumber'],
    ['Внутренний перевод №5512039', 'exchangeNumber'],
    ['Transferência interna', 'exchangeNumber'],
    ['b6ae22b3aa844210a7041aee7589627c', 'exchangeNumber'],
    ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'exchangeNumber'],
    ['TQ5nUnhTr7a9Zz7Yw8oLkX2dB1cV3mJ4pS', 'address'],
    ['https://tronscan.org/#/address/TQ5nUnhTr7a9Zz7Yw8oLkX2dB1cV3mJ4pS', 'address'],
    [`0x${HASH.slice(0, 40)}`, 'address'],
    [`0x${HASH.slice(0, 63)}`, 'cut'],
    [`${HASH}a`, 'cut'],
    [`${HASH.slice(0, 6)}…${HASH.slice(-4)}`, 'cut'],
    [`0x${HASH.slice(0, 8)}...${HASH.slice(-6)}`, 'cut'],
    [`${HASH} ${'0'.repeat(64)}`, 'several'],
    ['', 'unreadable'],
    ['I have paid', 'unreadable'],
  ])('%j is no hash: %s', (text, problem) => expect(readTxHash(text)).toEqual({ problem }));

  const faults = (tx_hash: string) =>
    faultsOf(z.safeParse(z.object({ tx_hash: TxHash }), { tx_hash }).error?.issues ?? [], { tx_hash });

  test('calls take a pasted hash, and name what stands in its place', () => {
    expect(TxHash.parse(`https://etherscan.io/tx/0x${HASH}`)).toBe(`0x${HASH}`);
    const value = 'Internal transfer 183920471';
    expect(faults(value)).toEqual([{ field: 'tx_hash', fault: 'exchangeNumber', value }]);
    expect(faults('0xabc')).toEqual([{ field: 'tx_hash', fault: 'wrong', value: '0xabc' }]);
  });
});
