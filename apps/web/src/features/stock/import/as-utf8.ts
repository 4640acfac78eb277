/** Byte order marks of UTF-16 files, which Windows calls Unicode text. */
const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The file converted to UTF-8 where its byte order mark says UTF-16; otherwise the file itself. */
export async function asUtf8(file: File): Promise<File> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const mark = MARKS.find(({ bytes }) => bytes[0] === first && bytes[1] === second);
  if (!mark) return file;
  const text = file.stream().pipeThrough(new TextDecoderStream(mark.encoding));
  const blob = await new Response(text.pipeThrough(new TextEncoderStream())).blob();
  return new File([blob], file.name, { type: file.type, lastModified: file.lastModified });
}
