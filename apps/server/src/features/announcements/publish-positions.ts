import type { AnnouncementPosition } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { EVERYBODY } from '../../platform/hub/hub-link.ts';

/** Tells every open page that these positions have changed; each page then fetches them in its own language. */
export function publishPositions({ live }: Ctx, positions: readonly AnnouncementPosition[]): void {
  for (const position of new Set(positions)) {
    live.publish({ to: EVERYBODY, name: 'announcement', data: { position } });
  }
}
