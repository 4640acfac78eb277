import type { FastifyReply } from 'fastify';
import type { Image } from '../uploads/image.ts';

const NOTHING_RUNS = "default-src 'none'; sandbox";

/**
 * Answers with an image, which a browser takes for nothing else: the type is ours, and opened by itself it runs
 * nothing. `isPublic` for images whose address changes with them: browsers and proxies may keep those.
 */
export function sendImage(
  reply: FastifyReply,
  { type, bytes }: Image,
  { isPublic }: { readonly isPublic: boolean },
): FastifyReply {
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', NOTHING_RUNS)
    .header('content-disposition', 'inline')
    .header('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .send(bytes);
}
