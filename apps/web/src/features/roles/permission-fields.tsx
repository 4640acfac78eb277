import { Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Data } from '@portside/contract';
import type { TextKey } from '../../locales/text-key.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ACTION_GROUPS, MENUS } from './permissions.ts';
import classes from './role-form.module.css';

/** What the form of a role edits. */
export type RoleValues = { name: string; menus: string[]; actions: string[] };

type Props = {
  form: Pick<UseFormReturnType<RoleValues>, 'getInputProps'>;
  /** What the editing operator has, and so may grant. */
  own: Data<'listRoles'>['own'];
  isLocked: boolean;
};

/** The pages that a role opens, and the actions that it allows. */
export function PermissionFields({ form, own, isLocked }: Props) {
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
