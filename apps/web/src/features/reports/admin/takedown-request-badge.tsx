import type { ReportState } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

const TONES = { open: 'warn', upheld: 'good', refused: 'neutral' } satisfies Record<ReportState, Tone>;

/** In order of urgency. */
export const REPORT_STATES = Object.keys(TONES) as ReportState[];

export function TakedownRequestBadge({ state }: { state: ReportState }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`reports.state.${state}`)}</StatusBadge>;
}
