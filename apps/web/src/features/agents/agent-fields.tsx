import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { AgentState } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { DecimalField } from '../../ui/fields/decimal-field.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

export type AgentValues = { platform: string; telegram: string; rate: string; state: AgentState };

const PERCENT = /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/;

/** Form rules: a message, or null if the value is valid. */
export function useAgentRules() {
  const { t } = useTranslation('admin');
  return {
    platform: (value: string) => (value.trim() === '' ? t('agents.platformMissing') : null),
    rate: (value: string) => (PERCENT.test(value.trim()) ? null : t('agents.rateWrong')),
  };
}

type Form = Pick<UseFormReturnType<AgentValues>, 'getInputProps'>;

/** Fields shared by the forms of a new and an existing agent. */
export function AgentFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <TextInput
        label={t('agents.field.platform')}
        description={t('agents.hint.platform')}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('platform')}
      />
      <TextInput
        label={t('agents.field.telegram')}
        description={t('agents.hint.telegram')}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('telegram')}
      />
      <DecimalField
        label={t('agents.field.rate')}
        description={t('agents.hint.rate')}
        rightSection="%"
        decimals={2}
        {...form.getInputProps('rate')}
      />
    </>
  );
}

/** The form's values as a request body. */
export const toRequestBody = ({ platform, telegram, rate }: AgentValues) => ({
  platform_name: platform.trim(),
  telegram: telegram.trim(),
  commission_percent: rate.trim(),
});

const TONES = { active: 'good', paused: 'warn' } satisfies Record<AgentState, Tone>;

export const AGENT_STATES = Object.keys(TONES) as AgentState[];

export function AgentStateBadge({ state }: { state: AgentState }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`agents.state.${state}`)}</StatusBadge>;
}

/** Refetches agents and their statements. */
export function useAgentsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAgents', 'readAgent', 'readAgentCommission', 'listAgentStatement'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
