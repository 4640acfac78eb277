import { Pagination } from '@mantine/core';

type Props = {
  label: string;
  /** How many pages there are; with one, nothing shows. */
  total: number;
  /** From 1. */
  page: number;
  onChange: (page: number) => void;
  className?: string | undefined;
};

/** The pages of a list that is in memory, each a button. */
export const PageButtons = ({ label, total, page, onChange, className }: Props) =>
  total > 1 && (
    <Pagination
      className={className}
      size="sm"
      aria-label={label}
      total={total}
      value={page}
      onChange={onChange}
      getItemProps={(number) => ({ 'aria-label': String(number) })}
      withControls={false}
    />
  );
