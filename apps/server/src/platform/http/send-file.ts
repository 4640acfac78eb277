import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

export type File = {
  readonly name: string;
  /** The media type, with its charset. */
  readonly type: string;
  readonly content: string | Buffer | Readable;
};

/** Answers with a file that browsers save under its name. */
export const sendFile = (reply: FastifyReply, { name, type, content }: File): FastifyReply =>
  reply.type(type).header('content-disposition', attachment(name)).send(content);

/** Answers with a plain-text file, as fast as its texts are produced. */
export const sendText = (reply: FastifyReply, name: string, texts: AsyncIterable<string>): FastifyReply =>
  sendFile(reply, { name, type: 'text/plain; charset=utf-8', content: Readable.from(texts) });

/** Names in any script (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
