import type { TextKey } from '../../locales/text-key.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { usePermissionName } from '../../locales/permission-name.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { gapsOf } from './permissions.ts';
import classes from './role-form.module.css';

/** Permissions of this role that have no effect; hidden where there are none. */
export function GapHints({ menus, actions }: { menus: readonly string[]; actions: readonly string[] }) {
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
