import type { ImportState } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

const TONES = {
  running: 'info',
  unfinished: 'warn',
  done: 'good',
  'rolled back': 'neutral',
} satisfies Record<ImportState, Tone>;
const WORDS = {
  running: 'running',
  unfinished: 'unfinished',
  done: 'done',
  'rolled back': 'rolledBack',
} as const;

/** State of an import. */
export function BatchStateBadge({ state }: { state: ImportState }) {
  const { t } = useTranslation('admin');
  return (
    <StatusBadge tone={TONES[state]} isLive={state === 'running'}>
      {t(`stock.state.${WORDS[state]}`)}
    </StatusBadge>
  );
}
