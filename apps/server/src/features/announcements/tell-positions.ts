import type { AnnouncementPosition } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { EVERYBODY } from '../../platform/hub/hub.ts';

/** Tells every open page that something else is announced there; each asks for it in its own language. */
export function tellPositions({ live }: Ctx, positions: readonly AnnouncementPosition[]): void {
  for (const position of new Set(positions)) {
    live.publish({ to: EVERYBODY, name: 'announcement', data: { position } });
  }
}
