import { crc32 } from 'node:zlib';

/** An image with the size from its header; `bytes` end where the image ends. */
type MeasuredImage = Image & { readonly width: number; readonly height: number };

/**
 * Reads a file from its first byte to the end of its image, part by part. Null for anything that is not one whole
 * picture of an accepted type: a truncated file, a broken part, a type that its parts do not confirm, an
 * animation. What follows the image's end is cut off, so nothing else can hide there.
 */
export function readImage(bytes: Buffer): MeasuredImage | null {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  } catch (error) {
    // A part that reaches beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const HEADER_BYTES = 13;

/** Chunks of length, type, data and checksum: the header first, data, the end last. */
function readPng(bytes: Buffer): MeasuredImage | null {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return null;
  let size: Size | null = null;
  let hasData = false;
  for (let at = PNG.length; ;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 8 + length;
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return null;
    if (size === null && (type !== 'IHDR' || length !== HEADER_BYTES)) return null;
    // `acTL` announces an animation.
    if (type === 'acTL' || (type === 'IHDR' && size !== null)) return null;
    size ??= { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (type === 'IDAT') hasData = true;
    at = end + 4;
    if (type === 'IEND') return hasData ? measured('image/png', bytes.subarray(0, at), size) : null;
  }
}

type Size = { readonly width: number; readonly height: number };

const measured = (type: Image['type'], bytes: Buffer, { width, height }: Size): MeasuredImage | null =>
  width > 0 && height > 0 ? { type, bytes, width, height } : null;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** C4, C8 and CC are in the range of the frame markers, but are not frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers inside a scan: an escaped FF, and restarts. */
const isInScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments of marker and length: one frame, which has the size, then scans, the end last. */
function readJpeg(bytes: Buffer): MeasuredImage | null {
  if (bytes.length < 3 || bytes[0] !== 0xff || bytes[1] !== START || bytes[2] !== 0xff) return null;
  let size: Size | null = null;
  let hasScan = false;
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    // Any number of FF may precede a marker.
    while (bytes.readUInt8(at + 1) === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    if (marker === END)
      return size && hasScan ? measured('image/jpeg', bytes.subarray(0, at + 2), size) : null;
    if (marker <= START && marker >= 0xd0) return null;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    if (isFrame(marker)) {
      if (size !== null) return null;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + length;
    if (marker !== SCAN) continue;
    hasScan = true;
    at = endOfScan(bytes, at);
  }
}

/** Position of the next marker after a scan's data. Throws a RangeError if there is none. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes.readUInt8(at + 1);
    if (marker !== 0xff && !isInScan(marker)) return at;
  }
  throw new RangeError('the scan has no end');
}

const ANIMATED = 0b10;

/** Chunks of type and length inside one that names the whole length: exactly one picture, plain or in an envelope. */
function readWebp(bytes: Buffer): MeasuredImage | null {
  const name = (at: number): string => bytes.toString('latin1', at, at + 4);
  if (name(0) !== 'RIFF' || name(8) !== 'WEBP') return null;
  const whole = bytes.subarray(0, 8 + bytes.readUInt32LE(4));
  if (whole.length !== 8 + bytes.readUInt32LE(4)) return null;
  let canvas: Size | null = null;
  let picture: Size | null = null;
  for (let at = 12; at < whole.length;) {
    const [type, data, length] = [name(at), at + 8, whole.readUInt32LE(at + 4)];
    if (data + length > whole.length) return null;
    if (type === 'VP8X') {
      if (at !== 12 || whole.readUInt8(data) & ANIMATED) return null;
      canvas = { width: whole.readUIntLE(data + 4, 3) + 1, height: whole.readUIntLE(data + 7, 3) + 1 };
    }
    const found =
      type === 'VP8 ' ? sizeOfLossy(whole, data) : type === 'VP8L' ? sizeOfLossless(whole, data) : null;
    if ((type === 'VP8 ' || type === 'VP8L') && (found === null || picture !== null)) return null;
    picture ??= found;
    at = data + length + (length % 2);
  }
  const isWhole =
    picture && (!canvas || (canvas.width === picture.width && canvas.height === picture.height));
  return isWhole ? measured('image/webp', whole, picture!) : null;
}

/** A key frame begins with three bytes of its own and a start code; 14 bits each of width and height follow. */
function sizeOfLossy(bytes: Buffer, at: number): Size | null {
  if (bytes.readUIntBE(at + 3, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
}

function sizeOfLossless(bytes: Buffer, at: number): Size | null {
  if (bytes.readUInt8(at) !== 0x2f) return null;
  const bits = bytes.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** An uploaded image, with the type that its own bytes show: the sender's file name and type are not trusted. */
export type Image = { readonly type: ImageType; readonly bytes: Buffer };

export const BYTES_PER_MB = 1_048_576;

export const MOST_IMAGE_BYTES = 5 * BYTES_PER_MB;

/** A small file may unpack to any size: 40 megapixels are 160 MB in every browser that shows them. */
export const MOST_IMAGE_PIXELS = 40_000_000;

/** Also the most that WebP can say and browsers draw. */
export const LONGEST_IMAGE_SIDE = 16_383;
