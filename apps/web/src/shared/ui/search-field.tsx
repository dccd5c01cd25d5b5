import { Icon } from './icon.js';
import { TextField } from './text-field.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field that searches a list, above it. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <TextField
      className="find"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      value={value}
      onChange={onChange}
    />
  );
}
