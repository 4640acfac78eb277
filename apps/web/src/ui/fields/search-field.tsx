import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const TYPING_PAUSE_MS = 350;
const LONGEST_SEARCH = 100;

type Props = {
  label: string;
  clearLabel: string;
  /** The current search; the typed text may be ahead of it. */
  value: string;
  onSearch: (text: string) => void;
  /** Normalises the typed text; trims by default. */
  clean?: (text: string) => string;
  className?: string | undefined;
};

/** Searches while typing, after a short pause. */
export function SearchField({ label, clearLabel, value, onSearch, clean = trim, className }: Props) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  // Only an outside change replaces the typed text: our own update may arrive after the next keystroke.
  if (known !== value) {
    setKnown(value);
    if (clean(sent) !== value) {
      setSent(value);
      setTyped(value);
    }
  }
  const send = useDebouncedCallback((text: string) => {
    setSent(text);
    onSearch(clean(text));
  }, TYPING_PAUSE_MS);

  function change(text: string) {
    setTyped(text);
    send(text);
  }

  return (
    <TextInput
      className={className}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={17} stroke={1.8} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={clearLabel} onClick={() => change('')} />
      }
      value={typed}
      maxLength={LONGEST_SEARCH}
      onChange={(event) => change(event.currentTarget.value)}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

const trim = (text: string): string => text.trim();
