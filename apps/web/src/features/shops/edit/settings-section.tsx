import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { DynamicPriceInterval, entriesOf, Layout, limits, offeredMetals, texts } from '@sarafa/contracts';
import { answerText } from '../../../shared/requests/answers.js';
import { useDynamicSettingsQuery } from '../../../shared/api/market.api.js';
import { BoardLanguageFields } from '../../../shared/language/board-language-fields.js';
import { inWords, say } from '../../../shared/language/page-language.js';
import { OffHoursFields } from '../../screens/index.js';
import { languageTexts, switchNames } from '../../../shared/texts/language-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { NumberField } from '../../../shared/ui/number-field.js';
import { EstimateFields } from './estimate-fields.js';
import { intervalText } from './interval-text.js';
import { PriceTypes } from './price-types.js';
import { RateListSelect } from './rate-list-select.js';
import type { ShopValues } from './shop-changes.js';

const { editor, list } = portalTexts;
const { dynamicIntervals } = texts.prices;
const SWITCHES = inWords(
  () =>
    [
      ['ads_enabled', editor.ads],
      ...entriesOf(languageTexts.switches, switchNames).map(([name, { label }]) => [name, label] as const),
      ...offeredMetals.map((metal) => [`${metal}_prices_enabled`, editor[metal]] as const),
    ] as const,
);
const { min, fallback, max } = limits.priceUpdateInterval;
/** The two bounds, the default poll of a board, and the market's intervals in between. */
const UPDATE_INTERVALS = [min, fallback, ...limits.updateIntervals].filter((ms) => ms <= max);

export const MARGIN_LABELS = inWords(() => ({ sell_margin: editor.sellMargin, buy_margin: editor.buyMargin }) as const);
const MARGINS = inWords(
  () =>
    [
      ['sell_margin', editor.sellMarginHint],
      ['buy_margin', say(editor.buyMarginHint, { percent: limits.fallbackBuyPercent })],
    ] as const,
);

interface Props {
  readonly shopId: string;
  readonly values: ShopValues;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (changed: Partial<ShopValues>) => void;
}

const intervalName = (minutes: DynamicPriceInterval) => answerText(dynamicIntervals[minutes]);

export function SettingsSection({ shopId, values, errors, onChange }: Props) {
  const updates = [...new Set([...UPDATE_INTERVALS, values.price_update_interval])].sort((a, b) => a - b);
  const providers = DynamicPriceInterval.safeParse(useDynamicSettingsQuery().data?.currentInterval).data;
  return (
    <>
      <fieldset className="field">
        <legend className="field__l">{editor.layout}</legend>
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          transitionDuration={0}
          value={values.layout_orientation}
          onChange={(layout) => onChange({ layout_orientation: Layout.parse(layout) })}
          data={Layout.options.map((layout) => ({
            value: layout,
            label: (
              <span className="seg">
                <Icon name={layout} />
                {list.layouts[layout]}
              </span>
            ),
          }))}
        />
      </fieldset>
      <div className="field">
        {SWITCHES.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            labelPosition="left"
            checked={values[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
          />
        ))}
      </div>
      <PriceTypes values={values} onChange={onChange} />
      <div className="pair pair--fit field">
        <NativeSelect
          rightSection={<Icon name="down" />}
          label={editor.updateInterval}
          value={String(values.price_update_interval)}
          data={updates.map((ms) => ({ value: String(ms), label: intervalText(ms) }))}
          onChange={(event) => onChange({ price_update_interval: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          rightSection={<Icon name="down" />}
          label={editor.dynamicInterval}
          value={String(values.dynamic_price_interval ?? '')}
          data={[
            { value: '', label: say(editor.providersInterval, { interval: providers ? intervalName(providers) : 'none' }) },
            ...limits.dynamicPriceIntervals.map((minutes) => ({
              value: String(minutes),
              label: intervalName(minutes),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ dynamic_price_interval: value ? DynamicPriceInterval.parse(Number(value)) : null })
          }
        />
      </div>
      <div className="field">
        <RateListSelect
          value={values.rate_list_id}
          shopId={shopId}
          error={errors.rate_list_id}
          onChange={(rate_list_id) => onChange({ rate_list_id })}
        />
        <BoardLanguageFields value={values} onChange={onChange} />
      </div>
      <EstimateFields values={values} onChange={onChange} />
      <div className="field">
        <OffHoursFields value={values.off_hours} error={errors.off_hours} onChange={(off_hours) => onChange({ off_hours })} />
      </div>
      <div className="pair field">
        {MARGINS.map(([name, hint]) => (
          <NumberField
            key={name}
            label={MARGIN_LABELS[name]}
            name={name}
            description={hint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            decimals={1}
            unit={editor.percent}
            step={limits.margin.step}
            min={limits.margin.min}
            max={limits.margin.max}
            rightSection={editor.percent}
            rightSectionPointerEvents="none"
            value={values[name]}
            error={errors[name]}
            onChange={(margin) => onChange({ [name]: margin })}
          />
        ))}
      </div>
    </>
  );
}
