import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refuse } from '../refusal.ts';
import { imageTypeOf, MOST_IMAGE_BYTES, type Image } from '../uploads/image.ts';

/** Documents the form only; `receiveImage` reads it, no schema validates it. */
export const ImageForm = z.object({ image: z.file() });

/** Larger files are refused while they are received; parts after the first are ignored. */
export const FORM_LIMITS = { parts: 1, fileSize: MOST_IMAGE_BYTES };

/** The image of a form. Refuses a form without a file (fileMissing) and a file that is no image (invalidFormat). */
export async function receiveImage(request: FastifyRequest): Promise<Image> {
  const bytes = request.isMultipart() ? await readFile(request) : undefined;
  if (bytes === undefined || bytes.length === 0) return refuse('fileMissing');
  const type = imageTypeOf(bytes) ?? refuse('invalidFormat', 'not a PNG, JPEG or WebP image');
  return { type, bytes };
}

/** Errors of limits carry a status of their own; any other error means an invalid or interrupted form. */
async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  try {
    return await (await request.file())?.toBuffer();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== undefined) throw error;
    return refuse('invalidFormat', (error as Error).message);
  }
}
