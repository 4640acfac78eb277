import type { FastifyReply } from 'fastify';
import type { PdfContent } from './create-pdf.ts';

/** Answers with a PDF of that name, without its ending. */
export async function sendPdf(reply: FastifyReply, name: string, content: PdfContent): Promise<FastifyReply> {
  // Most processes never write one.
  const { createPdf } = await import('./create-pdf.ts');
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(await createPdf(content));
}
