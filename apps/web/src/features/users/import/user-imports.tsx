import { useTranslation } from '../../../locales/use-translation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { PastImports } from './past-imports.tsx';
import { ProposeImport } from './propose-import.tsx';
import classes from './user-imports.module.css';

const WIDTH_PX = 760;

/** Brings users with balances over from another shop: a new file, and what became of earlier ones. */
export default function UserImports({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Sheet title={t('userImports.title')} side="end" size={WIDTH_PX} onClose={onClose}>
      <div className={classes.sheet}>
        <ProposeImport />
        <PastImports />
      </div>
    </Sheet>
  );
}
