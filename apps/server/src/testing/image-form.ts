import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG: length, type, data, checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

type Png = { readonly width?: number; readonly height?: number; readonly extra?: readonly Buffer[] };

/** A whole grey PNG with that remark in it; its data are those of one by one pixel. */
export function pngBytes(remark = 'picture', { width = 1, height = 1, extra = [] }: Png = {}): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${remark}`, 'latin1')),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of exactly so many bytes. */
export function pngOfBytes(bytes: number): Buffer {
  const empty = pngBytes('').length;
  return pngBytes('x'.repeat(bytes - empty));
}

/** A form with that file, as a browser sends it. */
export async function imageForm(
  bytes: Buffer,
  { name = 'picture.png', type = 'image/png' } = {},
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  form.append('image', new File([new Uint8Array(bytes)], name, { type }));
  return encodeForm(form);
}

export async function encodeForm(
  form: FormData,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const request = new Response(form);
  const contentType = request.headers.get('content-type')!;
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': contentType } };
}
