import type { LiveFigures } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { FiguresBoard } from './figures-board.ts';

/** Online users, accounts sold today and the latest orders: counted, true to every order acknowledged before. */
export const readLiveFigures = (ctx: Ctx, board: FiguresBoard): Promise<LiveFigures> => board.read(ctx);
