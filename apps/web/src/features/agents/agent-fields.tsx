import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CommissionPercent, CommissionTiers, type AgentState, type CommissionTier } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { DecimalField } from '../../ui/fields/decimal-field.tsx';
import { TierFields } from '../../ui/fields/tier-fields.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

export type AgentValues = {
  platform: string;
  telegram: string;
  rate: string;
  /** Own ones; null: the shop's. */
  tiers: CommissionTier[] | null;
  state: AgentState;
};

/** Form rules: a message, or null if the value is valid. */
export function useAgentRules() {
  const { t } = useTranslation('admin');
  return {
    platform: (value: string) => (value.trim() === '' ? t('agents.platformMissing') : null),
    rate: (value: string) =>
      CommissionPercent.safeParse(value.trim()).success ? null : t('agents.rateWrong'),
    tiers: (value: CommissionTier[] | null, { rate }: AgentValues) => {
      if (value === null || value.length === 0) return null;
      if (!CommissionTiers.safeParse(value).success) return t('settings.problem.tiers');
      // Only sales that bring commission count towards a tier.
      return Number(rate) === 0 && Number(value[0]!.from) > 0 ? t('agents.tiers.fromNothing') : null;
    },
  };
}

type Form = Pick<UseFormReturnType<AgentValues>, 'getInputProps' | 'values' | 'setFieldValue' | 'errors'>;

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
      <Switch
        label={t('agents.tiers.own')}
        description={t('agents.tiers.ownHint')}
        checked={form.values.tiers !== null}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue('tiers', checked ? [] : null)}
      />
      {form.values.tiers && (
        <TierFields
          label={t('agents.tiers.title')}
          description={t('agents.tiers.hint')}
          problem={form.errors['tiers']}
          value={form.values.tiers}
          onChange={(tiers) => form.setFieldValue('tiers', tiers)}
        />
      )}
    </>
  );
}

/** The form's values as a request body. */
export const toRequestBody = ({ platform, telegram, rate, tiers }: AgentValues) => ({
  platform_name: platform.trim(),
  telegram: telegram.trim(),
  commission_percent: rate.trim(),
  commission_tiers: tiers,
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
