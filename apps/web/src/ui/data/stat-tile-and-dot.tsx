import classes from './live-dot.module.css';
import { Anchor, Skeleton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';

/** Marks content that updates live. */
export const LiveDot = () => <span className={classes.dot} aria-hidden />;

/** One figure with its name, what it counts, and what it is made of. A skeleton of the same height shows while `value` is undefined. */
export const StatTile = ({
  label,
  value,
  unit,
  icon,
  hint,
  to,
  children,
}: {
  label: ReactNode;
  value: ReactNode;
  unit?: string;
  icon?: ReactNode;
  hint?: string;
  /** Where what it counts is listed. */
  to?: string | undefined;
  children?: ReactNode;
}) => {
  const id = useId();
  return (
    <div className={classes.tile}>
      <span id={`${id}label`} className={classes.label}>
        {icon}
        {label}
      </span>
      <span className={`${classes.value} figures`} translate="no">
        {value === undefined ? (
          <Skeleton width={56} height={26} mt={5} />
        ) : to === undefined ? (
          value
        ) : (
          <Anchor
            component={Link}
            to={to}
            inherit
            id={`${id}value`}
            aria-labelledby={`${id}label ${id}value`}
          >
            {value}
          </Anchor>
        )}
        {value !== undefined && unit && <small className={classes.unit}> {unit}</small>}
      </span>
      {hint && <small className={classes.hint}>{hint}</small>}
      {children && <small className={`${classes.hint} figures`}>{children}</small>}
    </div>
  );
};
