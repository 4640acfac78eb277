import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../platform/context.ts';
import { HeldAnswers } from '../platform/http/held/held-answers.ts';
import type { Live } from '../platform/live/live.ts';
import { refuse } from '../platform/refusal.ts';
import { writeRobots } from './robots.ts';
import { MOST_GOODS_PER_FILE, readSitemap, readSitemapFile } from './sitemap.ts';

type Options = {
  readonly ctx: Pick<Ctx, 'db' | 'clock' | 'publicUrl' | 'isSandbox'>;
  readonly live: Pick<Live, 'onChange'>;
  readonly mostPerFile?: number;
};

/** Stock that runs out changes the time of a product's last change only, so crawlers may hear of it a minute late. */
const HELD_MS = 60_000;
const XML_TYPE = 'application/xml; charset=utf-8';
const HIDDEN = { schema: { hide: true } };

/**
 * Serves `/robots.txt` and `/sitemap.xml`. A sitemap is held in memory until an admin changes something, because
 * reading one of many products takes a while.
 */
export function bindCrawlers(
  app: FastifyInstance,
  { ctx, live, mostPerFile = MOST_GOODS_PER_FILE }: Options,
): void {
  const answers = new HeldAnswers(ctx.clock, 0, HELD_MS);
  live.onChange((change) => {
    if (change === 'admin') answers.tell(change);
  });
  const robots = writeRobots(ctx);
  app.get('/robots.txt', HIDDEN, (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robots),
  );
  app.get('/sitemap.xml', HIDDEN, (request, reply) =>
    answers.send(request, reply, 'all', () => readSitemap(ctx, mostPerFile), XML_TYPE),
  );
  app.get('/sitemap-:number.xml', HIDDEN, async (request: FastifyRequest, reply: FastifyReply) => {
    const { number } = request.params as { number: string };
    if (!/^[1-9]\d{0,4}$/.test(number)) return refuse('notFound', 'sitemap');
    const build = async (): Promise<string> =>
      (await readSitemapFile(ctx, Number(number), mostPerFile)) ?? refuse('notFound', 'sitemap');
    return answers.send(request, reply, number, build, XML_TYPE);
  });
}
