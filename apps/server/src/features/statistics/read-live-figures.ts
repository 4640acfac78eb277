import type { LiveFigures } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { LiveFiguresCache } from './live-figures-cache.ts';

/** Online users, accounts sold today and the latest orders, including every order acknowledged before the call. */
export const readLiveFigures = (ctx: Ctx, cache: LiveFiguresCache): Promise<LiveFigures> => cache.read(ctx);
