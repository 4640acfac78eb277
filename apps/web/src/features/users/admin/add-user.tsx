import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './user-sheet.module.css';
import { useProposalToast } from './use-proposal-toast.ts';
import { useRoleOption } from './use-role-option.ts';
import { useUsersChanged } from './use-users-changed.ts';

const WIDTH_PX = 460;

/** Creates a buyer, or a colleague where a role is chosen. */
export function AddUser({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const roleOption = useRoleOption();
  const form = useForm({ initialValues: { username: '', email: '', password: '', role: '' } });
  const send = useFormCall(form, {
    fields: { role_id: 'role' },
    refusals: { userExists: 'username', nameConfusable: 'username', passwordTooCommon: 'password' },
  });
  const add = useThrottledAction(async ({ username, email, password, role }: typeof form.values) => {
    const body = { username: username.trim(), email: email.trim(), password, ...(role && { role_id: role }) };
    const added = await send('addUser', { body });
    toastSuccess('user', t('users.add.done', { name: body.username }));
    showProposal(added);
    await changed();
    onClose();
  });
  return (
    <Sheet title={t('users.add.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(add.run)} noValidate>
        <TextInput label={t('users.field.username')} autoComplete="off" {...form.getInputProps('username')} />
        <TextInput
          label={t('users.field.email')}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('users.add.password')}
          description={form.values.role ? t('users.add.adminHint') : undefined}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <NativeSelect
          label={t('users.field.role')}
          data={[{ value: '', label: t('users.noRole') }, ...roles.map(roleOption)]}
          {...form.getInputProps('role')}
        />
        <ThrottledButton type="submit" action={add}>
          {t('users.add.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
