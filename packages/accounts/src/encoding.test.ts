import { expect, test } from 'vitest';
import { decodeStrictly, isNoText, sniffEncoding, UndecodableError, type Encoding } from './encoding.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};
/** `лиман4;Пр-4;почта` and so on, as old exports have them. */
const CYRILLIC = Uint8Array.from([
  0xcb, 0xee, 0xe3, 0xe8, 0xed, 0x3b, 0xcf, 0xe0, 0xf0, 0xee, 0xeb, 0xfc, 0x0d, 0x0a, 0x6c, 0x34, 0x3b, 0x50,
  0x3b, 0xef, 0xee, 0xf7, 0xf2, 0xe0, 0x0d, 0x0a,
]);
/** `l1----手机已绑定` */
const CHINESE = Uint8Array.from([
  0x6c, 0x31, 0x2d, 0x2d, 0x2d, 0x2d, 0xca, 0xd6, 0xbb, 0xfa, 0xd2, 0xd1, 0xb0, 0xf3, 0xb6, 0xa8, 0x0d, 0x0a,
]);
/** `usuário;senha` */
const WESTERN = Uint8Array.from([
  0x75, 0x73, 0x75, 0xe1, 0x72, 0x69, 0x6f, 0x3b, 0x73, 0x0a, 0x6d, 0xe3, 0x6f,
]);

test.each<[string, Uint8Array, Encoding, boolean]>([
  ['plain', utf8('a----b\n'), 'utf-8', true],
  ['UTF-8', utf8('лиман----密码'), 'utf-8', true],
  ['UTF-8 cut inside a character', utf8('лиман----密码').subarray(0, -1), 'utf-8', true],
  ['UTF-16 with a mark', utf16('\ufeffa----b\n'), 'utf-16le', true],
  ['UTF-16, big end first, with a mark', utf16('\ufeffa----b\n', true), 'utf-16be', true],
  ['UTF-16 without a mark', utf16('lake1----Pw-1\r\n'), 'utf-16le', true],
  ['UTF-16, big end first', utf16('lake1----Pw-1\r\n', true), 'utf-16be', true],
  ['UTF-16 of Chinese', utf16('手机已绑定----密码三\r\n名----密\r\n'), 'utf-16le', true],
  ['GBK', CHINESE, 'gb18030', false],
  ['Windows-1251', CYRILLIC, 'windows-1251', false],
  ['Windows-1252', WESTERN, 'windows-1252', false],
])('%s is told', (_, bytes, encoding, isCertain) => {
  const sniffed = sniffEncoding(bytes);
  expect(sniffed).toMatchObject({ encoding, isCertain });
  expect(sniffed.others.length > 0).toBe(!isCertain);
  expect(sniffed.others).not.toContain(encoding);
});

async function decode(chunks: readonly Uint8Array[], encoding: Encoding): Promise<string> {
  let text = '';
  for await (const one of decodeStrictly(chunks, encoding)) text += one;
  return text;
}

test('characters may be cut by chunks, and the mark stays for the reader', async () => {
  const bytes = utf8('\ufeffлиман----密码😀');
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await decode(chunks, 'utf-8')).toBe('\ufeffлиман----密码😀');
  expect(await decode([CHINESE], 'gb18030')).toBe('l1----手机已绑定\r\n');
});

test('a byte that does not fit holds the whole file, be it the last', async () => {
  const good = utf8('good line\n'.repeat(5_000));
  const failing = decode([good, CHINESE], 'utf-8').catch((error: unknown) => error);
  const error = (await failing) as UndecodableError;
  expect(error).toBeInstanceOf(UndecodableError);
  expect(error.nearByte).toBe(50_000);
  expect(error.looksLike.encoding).toBe('gb18030');
  const joined = new Uint8Array([...good, ...CYRILLIC]);
  expect(
    ((await decode([joined], 'utf-8').catch((e: unknown) => e)) as UndecodableError).looksLike.encoding,
  ).toBe('windows-1251');
  await expect(decode([good, Uint8Array.of(0xe4, 0xbd)], 'utf-8')).rejects.toThrow(UndecodableError);
  await expect(decode([utf16('ab'), Uint8Array.of(0x61)], 'utf-16le')).rejects.toThrow(UndecodableError);
});

test('a file in two encodings is held, whichever comes first', async () => {
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `lake${from + at}----Pw-${at}\r\n`).join('');
  const [few, many] = [lines(1, 3), lines(4, 60)];
  for (const isBig of [false, true])
    for (const mark of ['', '\ufeff']) {
      const wide = utf16(mark + many, isBig);
      const encoding = isBig ? 'utf-16be' : 'utf-16le';
      expect(await decode([wide], encoding)).toBe(mark + many);
      await expect(decode([wide, utf8(few)], encoding)).rejects.toThrow(UndecodableError);
      // What is narrow makes the wide text begin at an odd byte, or not.
      for (const end of ['', '\n']) {
        const joined = new Uint8Array([...utf8(few + end), ...wide]);
        const sniffed = sniffEncoding(joined);
        await expect(decode([joined], sniffed.encoding)).rejects.toThrow(UndecodableError);
      }
    }
  const chinese = utf16('手机已绑定----密码三，邮箱账号正常使用没有问题请放心购买谢谢支持\r\n'.repeat(50));
  expect(await decode([chinese], 'utf-16le')).toHaveLength(chinese.length / 2);
  const rules = utf16(`${'═'.repeat(40)}\r\nlake1----Pw-1\r\n${'•═╦'.repeat(20)}\r\n`);
  expect(await decode([rules], 'utf-16le')).toHaveLength(rules.length / 2);
});

test.each<[string, boolean]>([
  [
    'Received: from mx.example\r\n\tby x.example\r\nFrom: Max <max@shop.example>\r\nSubject: list\r\n\r\na:b\r\n',
    true,
  ],
  ['From: <Saved by Blink>\nSubject: list\nMIME-Version: 1.0\n\na:b\n', true],
  ['From max@shop.example Mon Nov 30 10:00:00 2026\nReturn-Path: <max@shop.example>\n\na:b\n', true],
  ['Subject: list\nX-Mailer: m\n\nMIME-Version: 1.0\n', false],
  ['from:Pw1\nreceived:from x\nmessage-id:Pw3\n', false],
  ['login: ana\npassword: Pw1\n', false],
  ['BEGIN:VCARD\nFN:Ana\n', true],
])('a saved mail is no list: %j', (text, isMail) => {
  expect(isNoText(utf8(text))).toBe(isMail);
});
