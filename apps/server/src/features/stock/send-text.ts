import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** Sends texts as one plain-text file, as they are produced. */
export const sendText = (reply: FastifyReply, filename: string, texts: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(texts));
