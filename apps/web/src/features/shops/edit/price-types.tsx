import { Checkbox } from '@mantine/core';
import { offeredTypes } from '@sarafa/contracts';
import { useId, useState } from 'react';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { useEscape } from '../../../shared/ui/use-escape.js';
import type { ShopValues } from './shop-changes.js';

const { editor } = portalTexts;

interface Props {
  readonly values: ShopValues;
  readonly onChange: (changed: Partial<ShopValues>) => void;
}

/** A dropdown that a click and Enter open and close and Escape closes. The field shows what is chosen. */
export function PriceTypes({ values, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [id, summaryId] = [useId(), useId()];
  const chosen = offeredTypes.filter((type) => values[`${type}_enabled`]).map((type) => editor.shortTypes[type]);
  return (
    <div className="field">
      <label className="field__l" htmlFor={id}>
        {editor.priceTypes}
      </label>
      <button
        id={id}
        type="button"
        className="drop-field"
        aria-expanded={isOpen}
        // The label replaces what stands in the button for screen readers.
        aria-describedby={summaryId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span id={summaryId}>{chosen.join(', ') || editor.noTypes}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <Types
          {...{ id, values, onChange }}
          onClose={() => {
            setIsOpen(false);
            document.getElementById(id)?.focus();
          }}
        />
      )}
    </div>
  );
}

interface TypesProps extends Props {
  readonly id: string;
  readonly onClose: () => void;
}

function Types({ id, values, onChange, onClose }: TypesProps) {
  useEscape(onClose);
  return (
    <div className="drop" role="group" aria-labelledby={id}>
      {offeredTypes.map((type) => (
        <Checkbox
          key={type}
          label={editor.types[type]}
          checked={values[`${type}_enabled`]}
          onChange={(event) => onChange({ [`${type}_enabled`]: event.currentTarget.checked })}
        />
      ))}
    </div>
  );
}
