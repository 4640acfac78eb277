import type { AgentState } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

const TONES = { active: 'good', paused: 'warn' } satisfies Record<AgentState, Tone>;

export const AGENT_STATES = Object.keys(TONES) as AgentState[];

export function AgentStateBadge({ state }: { state: AgentState }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`agents.state.${state}`)}</StatusBadge>;
}
