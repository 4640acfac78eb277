import { useForm } from '@mantine/form';
import type { Agent } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './agent-sheet.module.css';
import { AgentFields, useAgentRules, toRequestBody, type AgentValues } from './agent-fields.tsx';
import { AGENT_STATES } from './agent-state-badge.tsx';
import { useAgentsChanged } from './use-agents-changed.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';

/** Edits name, contact, rate and state. The promotion code never changes: it may be in print. */
export function EditAgent({ agent }: { agent: Agent }) {
  const { t } = useTranslation('admin');
  const changed = useAgentsChanged();
  const form = useForm<AgentValues>({
    initialValues: {
      platform: agent.platform_name,
      telegram: agent.telegram,
      rate: agent.commission_percent,
      state: agent.state,
    },
    validate: useAgentRules(),
  });
  const send = useFormCall(form, {
    fields: { platform_name: 'platform', commission_percent: 'rate' },
  });
  const save = useThrottledAction(async (values: AgentValues) => {
    const body = { ...toRequestBody(values), state: values.state };
    await send('updateAgent', { params: { id: agent.id }, body });
    toastSuccess('agent', t('agents.saved'));
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="updateAgent">
        <AgentFields form={form} />
        <div>
          <ChoiceRow
            aria-label={t('agents.field.state')}
            data={AGENT_STATES.map((value) => ({ value, label: t(`agents.state.${value}`) }))}
            value={form.values.state}
            onChange={(state) => form.setFieldValue('state', state)}
          />
          <p className={classes.quiet}>{t('agents.hint.state')}</p>
        </div>
        <ThrottledButton type="submit" action={save}>
          {t('agents.save')}
        </ThrottledButton>
      </AllowedFields>
    </form>
  );
}
