/** Bytes that begin as a PNG does; nothing here looks further. */
export const pngBytes = (more = 'picture'): Buffer => Buffer.from(`\x89PNG\r\n\x1a\n${more}`, 'latin1');

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
