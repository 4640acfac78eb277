/** Encodings that files of accounts come in, as `TextDecoder` names them. */
const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'windows-1251',
  'windows-1252',
  'big5',
  'shift_jis',
  'euc-kr',
  'koi8-r',
  'ibm866',
  'windows-1250',
  'windows-1254',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Sniffed = {
  readonly encoding: Encoding;
  /** Only then the file is read without asking. */
  readonly isCertain: boolean;
  /** What it may be instead, the likeliest first; empty where it is certain. */
  readonly others: readonly Encoding[];
};

const certain = (encoding: Encoding): Sniffed => ({ encoding, isCertain: true, others: [] });

/** How files begin that are no text: ZIP (and so XLSX and DOCX), RAR, 7z, gzip, bzip2, xz, old Office, SQLite, pictures, programs. */
const NO_TEXT = [
  'PK\x03\x04',
  'PK\x05\x06',
  'PK\x07\x08',
  'Rar!\x1a',
  '7z\xbc\xaf',
  '\x1f\x8b',
  'BZh91AY&SY',
  '\xfd7zXZ\0',
  '\xd0\xcf\x11\xe0',
  'SQLite format',
  '\x89PNG\r',
  '\xff\xd8\xff',
  'GIF89a',
  'MZ\x90\0',
  '\x7fELF',
  'bplist00',
];
/** Documents, which begin so behind blanks and a mark too: PDF, PostScript, RTF, HTML and its parts, XML, mails. */
const DOCUMENT =
  /^(?:\xef\xbb\xbf)?\s*(?:%PDF-|%!PS|\{\\rtf|<!doctype\b|<(?:html|head|meta|body|style|table)\b|<\?xml\b|mime-version:|begin:v(?:card|calendar)\b)/i;
/** A mail as programs save it, a folder of them, or a page saved as one: headers, by some of which mails travel. */
const MAIL =
  /^(?:From \S.*\r?\n)?(?:[A-Za-z][\w-]*:[ \t].*\r?\n(?:[ \t].*\r?\n)*)*?(?:MIME-Version: *1|Received: +from +\S+\s+(?:\(|by )|Message-ID: *<|Return-Path: *<)/i;
const MAIL_BEGINNING = /^[A-Za-z][\w-]*(?::| \S+@)/;
const LONGEST_HEADERS = 20_000;
/** Numbers of several bytes, as films, archives and databases begin with. No text has them, in UTF-16 neither. */
const NUMBERS = '\0\0\0';

/** Whether bytes begin a file that is no text, or a document whose lines are none of its own, whatever it is called. */
export function isNoText(bytes: Uint8Array): boolean {
  const beginning = String.fromCharCode(...bytes.subarray(0, 512));
  return (
    NO_TEXT.some((one) => beginning.startsWith(one)) ||
    DOCUMENT.test(beginning) ||
    beginning.includes(NUMBERS) ||
    (MAIL_BEGINNING.test(beginning) &&
      MAIL.test(new TextDecoder('latin1').decode(bytes.subarray(0, LONGEST_HEADERS))))
  );
}

/** Characters that no file of lines has: their halves are those of UTF-16 read the wrong way round. */
const UNLIKELY = /[\p{Cn}\p{Co}]|[^\P{Cc}\t\r\n]/u;

/**
 * The encoding that bytes seem to have: the beginning of a file, which may be cut anywhere, or the stretch that is not
 * what the beginning seemed. UTF-8 and UTF-16 are told for certain, with a mark or without; all else is a guess.
 */
export function sniffEncoding(bytes: Uint8Array): Sniffed {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return certain('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return certain('utf-16be');
  const wide = sniffUtf16(bytes);
  if (wide !== null) return wide;
  if (tryDecode(bytes, 'utf-8') !== null) return certain('utf-8');
  const guess = guessEncoding(bytes);
  const others = ENCODINGS.filter((one) => one !== guess && !one.startsWith('utf'));
  return { encoding: guess, isCertain: false, others };
}

/** UTF-16 without a mark: every second byte of its signs and digits is zero, which no other text has. */
function sniffUtf16(bytes: Uint8Array): Sniffed | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if ((even + odd) * 20 < Math.max(1, bytes.length)) return null;
  const encoding = odd >= even ? 'utf-16le' : 'utf-16be';
  if (Math.min(even, odd) * 10 > Math.max(even, odd)) return null;
  const text = tryDecode(bytes.subarray(0, bytes.length - (bytes.length % 2)), encoding);
  return text === null || UNLIKELY.test(text) ? null : certain(encoding);
}

/** Null where a byte does not fit; the end may be cut inside a character. */
function tryDecode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** In Windows-1251 nearly all of what is not ASCII are letters of words, small ones above all. */
function guessEncoding(bytes: Uint8Array): Encoding {
  let high = 0;
  let runs = 0;
  let cyrillic = 0;
  let before = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) {
      high += 1;
      if (before < 0x80) runs += 1;
      if (byte >= 0xc0 || byte === 0xa8 || byte === 0xb8) cyrillic += 1;
    }
    before = byte;
  }
  if (looksChinese(bytes)) return 'gb18030';
  // Words of other Latin languages have single letters with accents.
  if (high > runs * 1.6) return cyrillic >= high * 0.7 ? 'windows-1251' : 'gb18030';
  return 'windows-1252';
}

/** Whether pairs of bytes are characters of everyday Chinese, which stand in the first half of GB 2312. */
function looksChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let usual = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x81) continue;
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    if (trail < 0x40) return false;
    pairs += 1;
    const isUsual = lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1;
    const isSign = (lead === 0xa1 || lead === 0xa3) && trail >= 0xa1;
    if (isUsual || isSign) usual += 1;
    at += 1;
  }
  return pairs > 0 && usual >= pairs * 0.7;
}

/** So many signs in a row are no chance; of Chinese, whose signs are half of them such, it takes more. */
const LEAST_MIXED = 12;
const LEAST_NARROW = 16;
const NARROW_BYTES = [0x09, 0x0a, 0x0d, ...Array.from({ length: 0x5f }, (_, at) => 0x20 + at)];
const charactersOf = (first: number): string =>
  String.fromCharCode(...NARROW_BYTES.map((second) => first * 0x100 + second));
const NARROW_SIGNS = `[${NARROW_BYTES.map(charactersOf).join('')}]`;
/**
 * Lines of UTF-8 that were read as UTF-16, and the other way round: files were joined. Rules and ornaments (U+2000 to
 * U+2FFF) look like the former, too, but have no letter or figure for a first byte.
 */
const NARROW = new RegExp(
  String.raw`(?=${NARROW_SIGNS}{0,${LEAST_NARROW - 1}}[\u3000-\u7e7e])${NARROW_SIGNS}{${LEAST_NARROW}}`,
);
const WIDE = new RegExp(String.raw`(?:\0[\t\r\n -~]){${LEAST_MIXED}}`);

/** A file that is not in the encoding that it is read in; with what its bytes there look like. */
export class UndecodableError extends Error {
  readonly encoding: Encoding;
  /** The chunk that it is in begins at this byte. */
  readonly nearByte: number;
  readonly looksLike: Sniffed;

  constructor(encoding: Encoding, nearByte: number, looksLike: Sniffed) {
    super(`not ${encoding} near byte ${nearByte}`);
    this.name = 'UndecodableError';
    this.encoding = encoding;
    this.nearByte = nearByte;
    this.looksLike = looksLike;
  }
}

/**
 * The text of a file, chunk by chunk, byte order marks included. Throws an UndecodableError at the first byte that does
 * not fit, be it the last of the file: no character is ever replaced.
 */
export async function* decodeStrictly(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let at = 0;
  let last: Uint8Array = new Uint8Array();
  let before = '';
  const decode = (bytes?: Uint8Array): string => {
    try {
      const text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
      if (isMixed(before + text, encoding)) throw new TypeError('files in two encodings');
      before = text.slice(-LEAST_MIXED * 2);
      return text;
    } catch {
      throw new UndecodableError(encoding, at, sniffEncoding(aroundFault(bytes ?? last, encoding)));
    }
  };
  for await (const bytes of chunks) {
    const text = decode(bytes);
    if (text !== '') yield text;
    at += bytes.length;
    last = bytes;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

const isMixed = (text: string, encoding: Encoding): boolean =>
  encoding.startsWith('utf-16') ? NARROW.test(text) : text.includes('\0') && WIDE.test(text);

const AROUND = 4_000;

/** Some bytes from where they stop fitting: a guess by the whole chunk would be drowned by what is right in it. */
function aroundFault(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding !== 'utf-8') return bytes;
  let fits = 0;
  let reach = bytes.length;
  while (fits < reach) {
    const middle = Math.ceil((fits + reach) / 2);
    if (tryDecode(bytes.subarray(0, middle), encoding) === null) reach = middle - 1;
    else fits = middle;
  }
  // The lead byte of what does not fit, and the word it may be in.
  const from = Math.max(0, fits - 4);
  return bytes.subarray(from, from + AROUND);
}
