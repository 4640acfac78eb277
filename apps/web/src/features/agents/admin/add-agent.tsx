import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './agent-sheet.module.css';
import { AgentFields, useAgentRules, toRequestBody, type AgentValues } from './agent-fields.tsx';
import { useAgentsChanged } from './use-agents-changed.ts';

const WIDTH_PX = 460;

/** Makes a user an agent; the server assigns the promotion code. */
export function AddAgent({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useAgentsChanged();
  const form = useForm<AgentValues & { username: string }>({
    initialValues: { username: '', platform: '', telegram: '', rate: '0', state: 'active' },
    validate: {
      ...useAgentRules(),
      username: (value) => (value.trim() === '' ? t('agents.usernameMissing') : null),
    },
  });
  const send = useFormCall(form, {
    fields: { platform_name: 'platform', commission_percent: 'rate' },
    refusals: { userDoesNotExist: 'username', dataExists: 'username' },
  });
  const add = useThrottledAction(async (values: typeof form.values) => {
    const body = { username: values.username.trim(), ...toRequestBody(values) };
    const { promotion_code: code } = await send('createAgent', { body });
    toastSuccess('agent', t('agents.add.done', { code }));
    await changed();
    onClose();
  });
  return (
    <Sheet title={t('agents.add.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(add.run)} noValidate>
        <TextInput
          label={t('agents.field.username')}
          description={t('agents.hint.username')}
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <AgentFields form={form} />
        <ThrottledButton type="submit" action={add}>
          {t('agents.add.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
