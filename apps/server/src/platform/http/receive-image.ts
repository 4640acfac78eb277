import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refuse } from '../refusal.ts';
import { imageTypeOf, MOST_IMAGE_BYTES, type Image } from '../uploads/image.ts';

/** How such a form is documented; it is read by `receiveImage`, not checked by its schema. */
export const ImageForm = z.object({ image: z.file() });

/** What is larger is refused while it comes in; what comes after the first part is not looked at. */
export const FORM_LIMITS = { parts: 1, fileSize: MOST_IMAGE_BYTES };

/** The image of a form. Refuses a form without a file (fileMissing) and what is no image (invalidFormat). */
export async function receiveImage(request: FastifyRequest): Promise<Image> {
  const bytes = request.isMultipart() ? await readFile(request) : undefined;
  if (bytes === undefined || bytes.length === 0) return refuse('fileMissing');
  const type = imageTypeOf(bytes) ?? refuse('invalidFormat', 'not a PNG, JPEG or WebP image');
  return { type, bytes };
}

/** Limits have a status of their own; whatever else goes wrong here is a form that is none, or breaks off. */
async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  try {
    return await (await request.file())?.toBuffer();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== undefined) throw error;
    return refuse('invalidFormat', (error as Error).message);
  }
}
