import { TextInput, Checkbox, NativeSelect } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Data, Role } from '@portside/contract';
import { IconLock, IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call, type RequestOf } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { AllowedFields } from '../../ui/layout/allowed.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { latestOf, rowsOver, typedOver, useFormCall, type Typed } from '../../ui/fields/use-form-call.ts';
import { ACTION_GROUPS, MENUS, PRESETS, gapsOf, presetOf, type Preset } from './permissions.ts';
import classes from './role-form.module.css';
import type { TextKey } from '../../locales/text-key.ts';
import { usePermissionName } from '../../locales/office-wording.ts';

const WIDTH_PX = 640;

type Body = RequestOf<'createRole'>['body'];

type RoleFormProps = {
  role: Role | null;
  /** What the editing operator has, and so may grant. */
  own: Data<'listRoles'>['own'];
  /** A new role may begin as a copy of one. */
  roles: readonly Role[];
  onClose: () => void;
};

/** Name, pages and actions of a role. Operators cannot grant what they do not have. */
export function RoleForm({ role, own, roles, onClose }: RoleFormProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<RoleValues>({
    initialValues: valuesOf(role),
    validate: { name: (value) => (value.trim() === '' ? t('roles.nameMissing') : null) },
  });
  const send = useFormCall(form);
  const done = async () => {
    await client.invalidateQueries({ queryKey: queryKey('listRoles') });
    onClose();
  };
  const isBeyond = role?.can_grant === false;
  const isLimited = ACTION_GROUPS.some(({ actions }) => actions.some((one) => !own.actions.includes(one)));
  const save = useThrottledAction(async () => {
    if (role) {
      const now = valuesOf(await latestOf(call('listRoles'), role));
      const body = toRequestBody(overPresent(form, now));
      const { proposal } = await send('updateRole', { params: { id: role.id }, body });
      if (proposal?.state === 'proposed' || proposal?.state === 'cooling')
        toastSuccess('role', t('users.proposed'));
    } else await send('createRole', { body: toRequestBody(form.values) });
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
          {role === null && <StartFrom form={form} own={own} roles={roles} />}
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

const valuesOf = (role: Role | null): RoleValues => ({
  name: role?.name ?? '',
  menus: role?.menus ?? [],
  actions: role?.actions ?? [],
});

const toRequestBody = ({ name, ...granted }: RoleValues) => ({ name: name.trim(), ...granted }) as Body;

/** What was typed, ticked and unticked here, done to what a colleague has made of the role meanwhile. */
function overPresent(form: Typed<RoleValues>, now: RoleValues): RoleValues {
  const [shown, typed] = [form.getInitialValues(), form.values];
  return {
    ...typedOver(form, now),
    menus: rowsOver(shown.menus, typed.menus, now.menus),
    actions: rowsOver(shown.actions, typed.actions, now.actions),
  };
}

/** What the form of a role edits. */
type RoleValues = { name: string; menus: string[]; actions: string[] };

type StartFromProps = Pick<RoleFormProps, 'own' | 'roles'> & {
  form: Pick<UseFormReturnType<RoleValues>, 'setValues'>;
};

/** A preset or another role to begin with, without what the editing operator cannot grant. */
function StartFrom({ form, own, roles }: StartFromProps) {
  const { t } = useTranslation('admin');
  const take = (value: string): void => {
    const from = roles.find(({ id }) => id === value) ?? (value !== '' && presetOf(value as Preset));
    form.setValues({
      menus: from ? from.menus.filter((one) => own.menus.includes(one)) : [],
      actions: from ? from.actions.filter((one) => own.actions.includes(one)) : [],
    });
  };
  return (
    <NativeSelect
      label={t('roles.startFrom.label')}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      data={[
        { value: '', label: t('roles.startFrom.empty') },
        {
          group: t('roles.startFrom.presets'),
          items: PRESETS.map((value) => ({ value, label: t(`roles.preset.${value}`) })),
        },
        {
          group: t('roles.startFrom.existing'),
          items: roles.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
    />
  );
}

type PermissionFieldsProps = {
  form: Pick<UseFormReturnType<RoleValues>, 'getInputProps'>;
  /** What the editing operator has, and so may grant. */
  own: Data<'listRoles'>['own'];
  isLocked: boolean;
};

/** The pages that a role opens, and the actions that it allows. */
function PermissionFields({ form, own, isLocked }: PermissionFieldsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Checkbox.Group label={t('roles.field.menus')} {...form.getInputProps('menus')}>
        <div className={classes.grid}>
          {MENUS.map((path) => (
            <Checkbox
              key={path}
              value={path}
              disabled={isLocked || !own.menus.includes(path)}
              label={t(`frame.pages.${path.replace('/admin/', '')}` as TextKey<'admin'>)}
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
                  disabled={isLocked || !own.actions.includes(action)}
                  label={t(`roles.verb.${action.split('.')[1]}` as TextKey<'admin'>)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </Checkbox.Group>
    </>
  );
}

/** Permissions of this role that have no effect; hidden if there are none. */
function GapHints({ menus, actions }: { menus: readonly string[]; actions: readonly string[] }) {
  const { t } = useTranslation('admin');
  const nameOf = usePermissionName();
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' });
  const gaps = gapsOf(menus, actions);
  if (gaps.length === 0) return null;
  return (
    <Callout tone="warn" icon={<IconAlertTriangle size={18} />} title={t('roles.gap.title')}>
      <ul className={classes.gaps}>
        {gaps.map(({ menu, unreachable }) => {
          const page = t(`frame.pages.${menu.replace('/admin/', '')}` as TextKey<'admin'>);
          return (
            <li key={menu}>
              {unreachable.length === 0
                ? t('roles.gap.emptyPage', { page })
                : t('roles.gap.closedPage', { page, actions: list.format(unreachable.map(nameOf)) })}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}
