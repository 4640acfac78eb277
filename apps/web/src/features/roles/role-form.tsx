import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, type RequestOf } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ThrottledButton } from '../../ui/throttled-button.tsx';
import { ACTION_GROUPS, MENUS } from './permissions.ts';
import classes from './role-form.module.css';

const WIDTH_PX = 640;

type Body = RequestOf<'createRole'>['body'];

/** What a role opens and what it allows. The server refuses what the writer lacks. */
export function RoleForm({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: role?.name ?? '', menus: role?.menus ?? [], actions: role?.actions ?? [] },
    validate: { name: (value) => (value.trim() === '' ? t('roles.nameMissing') : null) },
  });
  const done = async () => {
    await client.invalidateQueries({ queryKey: queryKey('listRoles') });
    onClose();
  };
  const save = useThrottledAction(async ({ name, menus, actions }: typeof form.values) => {
    const body = { name: name.trim(), menus, actions } as Body;
    await (role ? call('updateRole', { params: { id: role.id }, body }) : call('createRole', { body }));
    await done();
  });
  return (
    <Sheet title={role?.name ?? t('roles.add')} side="end" size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <TextInput label={t('roles.field.name')} maxLength={40} {...form.getInputProps('name')} />
        <Checkbox.Group label={t('roles.field.menus')} {...form.getInputProps('menus')}>
          <div className={classes.grid}>
            {MENUS.map((path) => (
              <Checkbox
                key={path}
                value={path}
                label={t(`frame.pages.${path.replace('/admin/', '')}` as ParseKeys<'admin'>)}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox.Group label={t('roles.field.actions')} {...form.getInputProps('actions')}>
          {ACTION_GROUPS.map(({ noun, actions }) => (
            <fieldset key={noun} className={classes.group}>
              <legend>{t(`roles.noun.${noun}`)}</legend>
              <div className={classes.grid}>
                {actions.map((action) => (
                  <Checkbox
                    key={action}
                    value={action}
                    label={t(`roles.verb.${action.split('.')[1]}` as ParseKeys<'admin'>)}
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </Checkbox.Group>
        <div className={classes.buttons}>
          <ThrottledButton type="submit" action={save}>
            {t('roles.save')}
          </ThrottledButton>
          {role && role.users === 0 && (
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
      </form>
    </Sheet>
  );
}
