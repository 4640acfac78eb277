import { IconLineHeight } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { updateStored, useStored, type StoredState } from '../../lib/stored/stored-state.ts';
import { Dropdown, DropdownItem } from '../../ui/buttons/dropdown.tsx';
import classes from './density-menu.module.css';

const SIZES: readonly StoredState['size'][] = ['small', 'default', 'large'];

/** Row height of every table. */
export function DensityMenu() {
  const { t } = useTranslation('admin');
  const size = useStored((s) => s.size);
  return (
    <Dropdown
      label={t('frame.density')}
      face={
        <span className={classes.face}>
          <IconLineHeight size={18} stroke={1.7} />
        </span>
      }
    >
      {SIZES.map((one) => (
        <DropdownItem key={one} isCurrent={one === size} onClick={() => updateStored({ size: one })}>
          {t(`frame.dense.${one}`)}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
