import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UserDetails } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { LANGUAGES, languageNames } from '../../../locales/languages.ts';
import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './user-sheet.module.css';
import { useUsersChanged } from './use-users-changed.ts';

/** Edits name, e-mail address and language. Another address waits, and the one in force stays in the form. */
export function EditUser({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useUsersChanged();
  const form = useForm({
    initialValues: { username: user.username, email: user.email, language: user.language },
  });
  const send = useFormCall(form, { refusals: { userExists: 'username', nameConfusable: 'username' } });
  const save = useThrottledAction(async ({ username, email, ...rest }: typeof form.values) => {
    const body = { username: username.trim(), email: email.trim(), ...rest };
    const saved = await send('updateUser', { params: { id: user.id }, body });
    form.setFieldValue('email', saved.email);
    toastSuccess('user', t('users.saved'));
    await changed();
  });
  const next = user.email_change;
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="updateUser">
        <TextInput label={t('users.field.username')} autoComplete="off" {...form.getInputProps('username')} />
        <TextInput
          label={t('users.field.email')}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {next && (
          <Callout tone="warn">
            {t('users.emailWaits', { email: next.email, at: formatDateTime(next.takes_effect_at, language) })}
          </Callout>
        )}
        <NativeSelect
          label={t('users.field.language')}
          data={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <ThrottledButton type="submit" action={save}>
          {t('users.save')}
        </ThrottledButton>
      </AllowedFields>
    </form>
  );
}
