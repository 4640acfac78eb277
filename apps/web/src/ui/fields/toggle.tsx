import { useId } from 'react';
import classes from './toggle.module.css';

type Props = {
  label: string;
  description?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** Something that is on or off at once: a native checkbox, drawn as a switch. */
export function Toggle({ label, description, checked, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes.toggle}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        aria-describedby={description && `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {description && <p id={`${id}-hint`}>{description}</p>}
    </div>
  );
}
