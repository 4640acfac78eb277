import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Refusal, refuse } from '../refusal.ts';
import { LONGEST_IMAGE_SIDE, MOST_IMAGE_BYTES, MOST_IMAGE_PIXELS, type Image } from '../uploads/image.ts';
import { readImage } from '../uploads/read-image.ts';

/** Documents the form only; `receiveImage` reads it, no schema validates it. */
export const ImageForm = z.object({ image: z.file() });

/** Larger files are refused while they are received; parts after the first are ignored. */
export const FORM_LIMITS = { parts: 1, fileSize: MOST_IMAGE_BYTES };

/**
 * The image of a form. Refuses a form without a file (fileMissing), a file that is not one whole image (invalidFormat),
 * and one of too many bytes or pixels (bodyTooLarge).
 */
export async function receiveImage(request: FastifyRequest): Promise<Image> {
  const bytes = request.isMultipart() ? await readFile(request) : undefined;
  if (bytes === undefined || bytes.length === 0) return refuse('fileMissing');
  const image = readImage(bytes) ?? refuse('invalidFormat', 'not a whole PNG, JPEG or WebP image');
  const { width, height } = image;
  if (width * height > MOST_IMAGE_PIXELS || Math.max(width, height) > LONGEST_IMAGE_SIDE)
    refuse('bodyTooLarge', `${width} by ${height} pixels`);
  return { type: image.type, bytes: image.bytes };
}

/** Errors of limits carry a status of their own; any other error means an invalid or interrupted form. */
async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  try {
    const part = await request.file();
    const bytes = await part?.toBuffer();
    // The limit may be reached after the last bytes were handed over: only now it is certain that none are missing.
    return part?.file.truncated ? refuse('bodyTooLarge') : bytes;
  } catch (error) {
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    return refuse('invalidFormat', (error as Error).message);
  }
}
