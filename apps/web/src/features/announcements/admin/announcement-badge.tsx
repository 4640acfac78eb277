import type { Announcement } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

const TONES = { draft: 'neutral', shown: 'good', waiting: 'info', over: 'neutral' } satisfies Record<
  string,
  Tone
>;
const MINUTE_MS = 60_000;

/** Whether readers see it now: a published one may be scheduled or over. */
export function AnnouncementBadge({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('admin');
  const now = useNow(MINUTE_MS);
  const stage = stageOf(announcement, now);
  return (
    <StatusBadge tone={TONES[stage]} isLive={stage === 'shown'}>
      {t(`announcements.stage.${stage}`)}
    </StatusBadge>
  );
}

function stageOf({ state, starts_at, ends_at }: Announcement, nowMs: number): keyof typeof TONES {
  if (state === 'draft') return 'draft';
  if (ends_at !== null && new Date(ends_at).getTime() <= nowMs) return 'over';
  return starts_at !== null && new Date(starts_at).getTime() > nowMs ? 'waiting' : 'shown';
}
