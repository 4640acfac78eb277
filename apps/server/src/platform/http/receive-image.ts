import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Refusal, refuse } from '../refusal.ts';
import {
  LONGEST_IMAGE_SIDE,
  MOST_IMAGE_BYTES,
  MOST_IMAGE_PIXELS,
  type Image,
  readImage,
} from '../uploads/read-image.ts';

/** Documents the form only; `receiveImage` reads it, no schema validates it. */
export const imageForm = (further: readonly string[] = []): z.ZodMiniObject => {
  const form = z.object({
    image: z.file(),
    ...Object.fromEntries(further.map((name) => [name, z.optional(z.file())])),
  });
  imageForms.add(form);
  return form;
};
const imageForms = new WeakSet<object>();
export const isImageForm = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && imageForms.has(schema);

/** Larger files are refused while they are received; parts after the first are ignored. */
export const FORM_LIMITS = { parts: 1, fileSize: MOST_IMAGE_BYTES };

/**
 * The image of a form. Refuses a form without a file (fileMissing), a file that is not one whole image (invalidFormat),
 * and one of too many bytes or pixels (bodyTooLarge).
 */
export async function receiveImage(request: FastifyRequest): Promise<Image> {
  return toImage(request.isMultipart() ? await readFile(request) : undefined);
}

type Images = { readonly image: Image; readonly furtherImages: Readonly<Record<string, Image>> };

/** The same with those of the further images that the form has. Refuses a part of another name (invalidFormat). */
export async function receiveImages(request: FastifyRequest, further: readonly string[]): Promise<Images> {
  const files = request.isMultipart() ? await readFiles(request, further) : new Map<string, Buffer>();
  const image = toImage(files.get('image'));
  files.delete('image');
  const furtherImages = Object.fromEntries([...files].map(([name, bytes]) => [name, toImage(bytes)]));
  return { image, furtherImages };
}

function toImage(bytes: Buffer | undefined): Image {
  if (bytes === undefined || bytes.length === 0) return refuse('fileMissing');
  const image = readImage(bytes) ?? refuse('invalidFormat', 'not a whole PNG, JPEG or WebP image');
  const { width, height } = image;
  if (width * height > MOST_IMAGE_PIXELS || Math.max(width, height) > LONGEST_IMAGE_SIDE)
    refuse('bodyTooLarge', `${width} by ${height} pixels`);
  return { type: image.type, bytes: image.bytes };
}

const readFile = (request: FastifyRequest): Promise<Buffer | undefined> =>
  explained(async () => {
    const part = await request.file();
    return part && readPart(part);
  });

const readFiles = (request: FastifyRequest, further: readonly string[]): Promise<Map<string, Buffer>> =>
  explained(async () => {
    const names = ['image', ...further];
    const files = new Map<string, Buffer>();
    for await (const part of request.files({ limits: { parts: names.length } })) {
      if (!names.includes(part.fieldname) || files.has(part.fieldname))
        return refuse('invalidFormat', `the part ${part.fieldname}`);
      files.set(part.fieldname, await readPart(part));
    }
    return files;
  });

async function readPart(part: MultipartFile): Promise<Buffer> {
  const bytes = await part.toBuffer();
  // The limit may be reached after the last bytes were handed over: only now it is certain that none are missing.
  return part.file.truncated ? refuse('bodyTooLarge') : bytes;
}

/** Errors of limits carry a status of their own; any other error means an invalid or interrupted form. */
async function explained<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    return refuse('invalidFormat', (error as Error).message);
  }
}
