import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { focusNow } from '../../lib/browser/screen.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { AmountField } from '../fields/decimal-field.tsx';
import { WholeField } from '../fields/whole-field.tsx';
import classes from './data-table.module.css';

type Props = {
  /** What is edited, for readers of the screen. */
  label: string;
  /** As the API writes it. */
  value: string;
  isWhole?: boolean;
  /** Saves it; returns what is wrong with it, or null. */
  onSave: (value: string) => Promise<ReactNode>;
  /** The value where it is not edited. */
  children: ReactNode;
};

/** A cell of a table that is changed where it stands: Enter saves, Escape leaves it as it was. */
export function InlineEdit({ label, value, isWhole = false, onSave, children }: Props) {
  const { t } = useTranslation('admin');
  // As the field has it: of a whole number empty, or NaN where none is typed.
  const [typed, setTyped] = useState<string | number | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [isSaving, setIsSaving] = useState(false);
  // By Enter or Escape: the keyboard goes on where it was.
  const [isBack, setIsBack] = useState(false);
  if (typed === null)
    return (
      <span className={classes.inline}>
        {children}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label}
          ref={isBack ? focusNow : null}
          onClick={() => setTyped(isWhole ? Number(value) : value)}
        >
          <IconPencil size={14} stroke={1.7} />
        </ActionIcon>
      </span>
    );
  const close = (byKey: boolean) => {
    setTyped(null);
    setProblem(null);
    setIsBack(byKey);
  };
  const save = async () => {
    if (String(typed) === value) return close(true);
    if (typed === '') return setProblem(t('faults.missing'));
    if (Number.isNaN(typed)) return setProblem(t('faults.wrong'));
    setIsSaving(true);
    try {
      const found = await onSave(String(typed));
      if (found) setProblem(found);
      else close(true);
    } finally {
      setIsSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape would close a sheet around it, too.
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Escape') close(true);
    if (event.key === 'Enter' && !isSaving) void save();
  };
  const shared = {
    ref: focusNow,
    size: 'xs' as const,
    className: classes.field!,
    'aria-label': label,
    error: problem,
    readOnly: isSaving,
    onKeyDown,
    // What was not changed is closed; what was stays until Enter or Escape.
    onBlur: () => String(typed) === value && close(false),
  };
  return isWhole ? (
    <WholeField {...shared} value={typed} onChange={setTyped} />
  ) : (
    <AmountField {...shared} value={String(typed)} onChange={setTyped} />
  );
}
