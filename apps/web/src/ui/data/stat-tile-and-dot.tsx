import classes from './live-dot.module.css';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

/** Marks content that updates live. */
export const LiveDot = () => <span className={classes.dot} aria-hidden />;

/** One figure with its name. A skeleton of the same height shows while `value` is undefined. */
export const StatTile = ({
  label,
  value,
  unit,
  icon,
}: {
  label: ReactNode;
  value: ReactNode;
  unit?: string;
  icon?: ReactNode;
}) => (
  <div className={classes.tile}>
    <span className={classes.label}>
      {icon}
      {label}
    </span>
    <span className={`${classes.value} figures`}>
      {value === undefined ? <Skeleton width={56} height={26} mt={5} /> : value}
      {value !== undefined && unit && <small className={classes.unit}> {unit}</small>}
    </span>
  </div>
);
