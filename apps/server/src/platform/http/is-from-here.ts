import type { FastifyRequest } from 'fastify';

const HERE = /^(::ffff:)?127\.|^::1$/;
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a program on this machine has sent the request itself, and not a proxy for someone else. */
export const isFromHere = ({ raw, headers }: FastifyRequest): boolean =>
  HERE.test(raw.socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);
