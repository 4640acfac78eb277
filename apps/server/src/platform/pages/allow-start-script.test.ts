import Fastify from 'fastify';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { allowStartScript } from './pages.ts';

async function policyOf(html: string, url: string): Promise<unknown> {
  const app = Fastify();
  atEndOfFile(() => app.close());
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', "default-src 'none';script-src 'self';style-src 'self'");
  });
  allowStartScript(app, html);
  app.get('*', () => '');
  return (await app.inject({ url })).headers['content-security-policy'];
}

const HTML = `<head><script data-start-script data-prerendered-for='[]'>start()</script></head><script>other()</script>`;

test('pages may run the start script of their HTML, by its hash, and no other', async () => {
  const hash = createHash('sha256').update('start()').digest('base64');
  expect(await policyOf(HTML, '/login')).toBe(
    `default-src 'none';script-src 'self' 'sha256-${hash}';style-src 'self'`,
  );
});

test('files, calls and HTML without it may run scripts of files only', async () => {
  const own = "default-src 'none';script-src 'self';style-src 'self'";
  expect(await policyOf(HTML, '/assets/own.js')).toBe(own);
  expect(await policyOf(HTML, '/api/goods')).toBe(own);
  expect(await policyOf('<script src="/start.js"></script>', '/login')).toBe(own);
});
