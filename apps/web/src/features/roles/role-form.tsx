import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data, Role } from '@portside/contract';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { call, type RequestOf } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { AllowedFields } from '../../ui/fields/allowed-fields.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { ConfirmButton } from '../../ui/buttons/confirm-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { GapHints } from './gap-hints.tsx';
import { PermissionFields, type RoleValues } from './permission-fields.tsx';
import { ACTION_GROUPS } from './permissions.ts';
import classes from './role-form.module.css';

const WIDTH_PX = 640;

type Body = RequestOf<'createRole'>['body'];

type Props = {
  role: Role | null;
  /** What the editing operator has, and so may grant. */
  own: Data<'listRoles'>['own'];
  onClose: () => void;
};

/** Name, pages and actions of a role. Operators cannot grant what they do not have. */
export function RoleForm({ role, own, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<RoleValues>({
    initialValues: { name: role?.name ?? '', menus: role?.menus ?? [], actions: role?.actions ?? [] },
    validate: { name: (value) => (value.trim() === '' ? t('roles.nameMissing') : null) },
  });
  const send = useFormCall(form);
  const done = async () => {
    await client.invalidateQueries({ queryKey: queryKey('listRoles') });
    onClose();
  };
  const isBeyond = role?.can_grant === false;
  const isLimited = ACTION_GROUPS.some(({ actions }) => actions.some((one) => !own.actions.includes(one)));
  const save = useThrottledAction(async ({ name, menus, actions }: RoleValues) => {
    const body = { name: name.trim(), menus, actions } as Body;
    if (role) {
      const { proposal } = await send('updateRole', { params: { id: role.id }, body });
      if (proposal?.state === 'proposed' || proposal?.state === 'cooling')
        toastSuccess('role', t('users.proposed'));
    } else await send('createRole', { body });
    await done();
  });
  return (
    <Sheet title={role?.name ?? t('roles.add')} side="end" size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="updateRole">
          {(isBeyond || isLimited) && (
            <Callout tone="info" icon={<IconLock size={18} />}>
              {t(isBeyond ? 'roles.beyond' : 'roles.limited')}
            </Callout>
          )}
          <TextInput
            label={t('roles.field.name')}
            maxLength={40}
            disabled={isBeyond}
            {...form.getInputProps('name')}
          />
          <PermissionFields form={form} own={own} isLocked={isBeyond} />
          <GapHints {...form.values} />
          <div className={classes.buttons}>
            <ThrottledButton type="submit" action={save} disabled={isBeyond}>
              {t('roles.save')}
            </ThrottledButton>
            {role && role.users === 0 && !isBeyond && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('roles.askDelete', { name: role.name })}
                onConfirm={async () => {
                  await call('deleteRole', { params: { id: role.id } });
                  await done();
                }}
              >
                {t('roles.delete')}
              </ConfirmButton>
            )}
          </div>
        </AllowedFields>
      </form>
    </Sheet>
  );
}
