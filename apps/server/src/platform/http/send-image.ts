import type { FastifyReply } from 'fastify';
import type { StoredImage } from '../uploads/uploads.ts';

const RUN_NOTHING = "default-src 'none'; sandbox";

/**
 * Answers with an image that a browser treats as nothing else: the type is ours, and opened by itself it runs no
 * script. `isPublic`: the URL changes with the image, so browsers and proxies may cache it.
 */
export function sendImage(
  reply: FastifyReply,
  { type, size, body }: StoredImage,
  { isPublic }: { readonly isPublic: boolean },
): FastifyReply {
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', RUN_NOTHING)
    .header('content-disposition', 'inline')
    .header('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('content-length', size)
    .send(body);
}
