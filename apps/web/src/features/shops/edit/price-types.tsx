import { Checkbox } from '@mantine/core';
import { offeredTypes } from '@sarafa/contracts';
import { useId, useState } from 'react';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import type { ShopValues } from './shop-changes.js';

const { editor } = portalTexts;

/** A dropdown that a click and Enter open and close and Escape closes. The field shows what is chosen. */
export function PriceTypes({ values, onChange }: { values: ShopValues; onChange: (changed: Partial<ShopValues>) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [id, summaryId] = [useId(), useId()];
  const chosen = offeredTypes.filter((type) => values[`${type}_enabled`]).map((type) => editor.shortTypes[type]);
  return (
    <div
      className="field"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // Escape closes only the dropdown, not the dialog around it.
        event.preventDefault();
        setIsOpen(false);
        document.getElementById(id)?.focus();
      }}
    >
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
      )}
    </div>
  );
}
