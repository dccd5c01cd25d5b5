import { Button, NativeSelect } from '@mantine/core';
import { limits } from '@sarafa/contracts';
import { useId, useState } from 'react';
import { rowTitle } from '../../shared/row-title.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Icon } from '../../shared/ui/icon.js';
import { type Preset, presets } from './presets.js';

const { add: words, sides } = rateRowTexts;
const OPTIONS = inWords(() =>
  presets.map((preset, index) => ({
    value: String(index),
    label: say(words.preset, { title: rowTitle(preset), side: sides[preset.side].toLowerCase() }),
  })),
);

/** Adds a row of the kinds that are usual in the trade, to be changed then. */
export function AddRow({ isFull, onAdd }: { isFull: boolean; onAdd: (preset: Preset) => void }) {
  const [chosen, setChosen] = useState('0');
  const reasonId = useId();
  return (
    <div className="rrows__add">
      <NativeSelect
        label={words.label}
        rightSection={<Icon name="down" />}
        data={OPTIONS}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<Icon name="plus" />}
        aria-describedby={isFull ? reasonId : undefined}
        onClick={() => onAdd(presets[Number(chosen)]!)}
        {...asDisabled(isFull)}
      >
        {words.button}
      </Button>
      {isFull && (
        <p className="hint" id={reasonId}>
          {say(words.full, { most: limits.rateRows.perShop })}
        </p>
      )}
    </div>
  );
}
