import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import classes from './card-rows.module.css';
import type { TableColumn } from './table-column.ts';

type Props<T> = {
  label: string;
  /** The first column is the card's heading. */
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  onOpen?: ((row: T) => void) | undefined;
  selection?: { rows: T[]; onChange: (rows: T[]) => void } | undefined;
  /** Vertical padding of a card, in pixels. */
  spacing: number;
};

/** A table's rows as cards, for phones. */
export function CardRows<T>({ label, columns, rows, rowKey, onOpen, selection, spacing }: Props<T>) {
  const id = useId();
  const [heading, ...others] = columns;
  const chosen = new Set(selection?.rows.map(rowKey));
  const choose = (row: T, isChosen: boolean) =>
    selection?.onChange(
      isChosen ? [...selection.rows, row] : selection.rows.filter((one) => rowKey(one) !== rowKey(row)),
    );
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card} style={{ paddingBlock: spacing + 6 }}>
          <div className={classes.heading}>
            {selection && (
              <Checkbox
                size="sm"
                className={classes.choice}
                aria-labelledby={`${id}-${rowKey(row)}`}
                checked={chosen.has(rowKey(row))}
                onChange={({ currentTarget }) => choose(row, currentTarget.checked)}
              />
            )}
            {onOpen ? (
              <button
                id={`${id}-${rowKey(row)}`}
                type="button"
                className={classes.open}
                onClick={() => onOpen(row)}
              >
                {heading?.render(row)}
              </button>
            ) : (
              <span id={`${id}-${rowKey(row)}`}>{heading?.render(row)}</span>
            )}
          </div>
          <dl className={classes.facts}>
            {others.map(({ key, title, render }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
