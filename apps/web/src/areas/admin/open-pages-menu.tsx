import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { Dropdown, DropdownItem } from '../../ui/buttons/dropdown.tsx';
import classes from './open-pages.module.css';

type ShownTab = { readonly path: string; readonly title: string; readonly isCurrent: boolean };

type Props = {
  tabs: readonly ShownTab[];
  onOpen: (path: string) => void;
  onClose: (path: string) => void;
  onCloseOthers: () => void;
  onCloseAll: () => void;
};

/** Lists all open tabs, for narrow screens, and closes several at once. */
export function OpenPagesMenu({ tabs, onOpen, onClose, onCloseOthers, onCloseAll }: Props) {
  const { t } = useTranslation('admin');
  const current = tabs.find(({ isCurrent }) => isCurrent);
  return (
    <Dropdown
      label={t('frame.allTabs')}
      face={
        <span className={classes.more}>
          <IconChevronDown size={17} stroke={1.7} />
          <span className="figures">{tabs.length}</span>
        </span>
      }
    >
      <div className={classes.all}>
        {tabs.map(({ path, title, isCurrent }) => (
          <DropdownItem key={path} isCurrent={isCurrent} onClick={() => onOpen(path)}>
            {title}
          </DropdownItem>
        ))}
        <hr className={classes.line} />
        {current && <DropdownItem onClick={() => onClose(current.path)}>{t('frame.closeThis')}</DropdownItem>}
        <DropdownItem onClick={onCloseOthers}>{t('frame.closeOthers')}</DropdownItem>
        <DropdownItem onClick={onCloseAll}>{t('frame.closeAll')}</DropdownItem>
      </div>
    </Dropdown>
  );
}
